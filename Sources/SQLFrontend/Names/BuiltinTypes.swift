import AccessModel
import RowSecurity
import SQLBinding

/// The types of `pg_catalog`, as `format_type()` spells them.
enum BuiltinTypes {
  static let names: Set<String> = Set(
    """
    boolean,bytea,"char",char,name,bigint,smallint,int2vector,integer,regproc,text,oid,tid,xid,cid,\
    oidvector,json,xml,xid8,point,lseg,path,box,polygon,line,real,double precision,unknown,circle,\
    money,macaddr,inet,cidr,macaddr8,aclitem,character,character varying,date,\
    time without time zone,timestamp without time zone,timestamp with time zone,interval,\
    time with time zone,bit,bit varying,numeric,refcursor,regprocedure,regoper,regoperator,\
    regclass,regcollation,regtype,regrole,regnamespace,uuid,tsvector,gtsvector,tsquery,regconfig,\
    regdictionary,jsonb,jsonpath,txid_snapshot,pg_lsn,pg_snapshot,int4range,numrange,tsrange,\
    tstzrange,daterange,int8range,int4multirange,nummultirange,tsmultirange,tstzmultirange,\
    datemultirange,int8multirange,record,cstring,any,anyarray,void,trigger,event_trigger,\
    language_handler,internal,anyelement,anynonarray,anyenum,fdw_handler,index_am_handler,\
    tsm_handler,table_am_handler,anyrange,anycompatible,anycompatiblearray,\
    anycompatiblenonarray,anycompatiblerange,anymultirange,anycompatiblemultirange
    """.split(separator: ",").map(String.init))
}

extension CatalogBuilder {
  /// Refuses a type that is not there. Files may use types of extensions that are not read.
  ///
  /// `place`: where errors point, if anywhere.
  func requireType(_ type: TypeName, at place: Int32 = -1) throws(ReadFailure) {
    guard isSession, !state.isBuiltin(type) else { return }
    let parts = SearchPath.dotted(type.name)
    if parts.count == 2 {
      guard state.catalog.schema(parts[0]) != nil else {
        throw .refused(
          SQLState(rawValue: "3F000"), "schema \"\(parts[0])\" does not exist", at: place)
      }
      try require(.usage(schema: parts[0]))
    }
    if let name = state.customType(ofText: type.name) {
      return try require(.typeUsage(name, named: state.visibleType(name)))
    }
    if state.relationOfRowType(type) != nil { return }
    throw .refused(DatabaseState.noType(type), location: place >= 0 ? Int(place) : nil)
  }
}

extension DatabaseState {
  /// Whether a type is PostgreSQL's own, or in a schema whose contents are not known.
  func isBuiltin(_ type: TypeName) -> Bool {
    if BuiltinTypes.names.contains(type.name) || type.name.hasPrefix("pg_") { return true }
    // `_int4` and other names of old.
    if DataType(type) != nil { return true }
    let parts = SearchPath.dotted(type.name)
    return parts.count == 2 && (parts[0] == "pg_catalog" || opaqueSchemas.contains(parts[0]))
  }

  /// Source: `typenameType()` in `src/backend/parser/parse_type.c`.
  static func noType(_ type: TypeName) -> PostgresError {
    let written = SearchPath.dotted(type.name).joined(separator: ".")
    return PostgresError(
      .undefinedObject, "type \"\(written)\(type.isArray ? "[]" : "")\" does not exist")
  }
}
