/// Relations with their columns and constraints, types and sequences.
extension CatalogQuery {
  /// Composite types are relations too; their columns are their fields.
  static let relationColumns = """
    SELECT c.oid, relnamespace, relname, relkind, relowner, relrowsecurity, relforcerowsecurity,
      relacl::text, pg_get_expr(relpartbound, c.oid),
      CASE WHEN relkind = 'p' THEN pg_get_partkeydef(c.oid) END,
      CASE WHEN relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid) END,
      \(option("security_invoker"))::boolean, \(option("security_barrier"))::boolean,
      \(option("check_option"))
    FROM pg_class c
    WHERE relkind IN ('r', 'p', 'f', 'v', 'm', 'S', 'c') AND relpersistence <> 't'
      AND \(isOurs("relnamespace"))
    ORDER BY c.oid
    """

  /// The subquery costs more than the rest of a row; most relations have no options.
  private static func option(_ name: String) -> String {
    """
    CASE WHEN reloptions IS NOT NULL THEN
        (SELECT option_value FROM pg_options_to_table(reloptions)
          WHERE option_name = '\(name)') END
    """
  }

  /// Only what is generated reads the relation; without it, it need not be opened.
  static let columnColumns = """
    SELECT attrelid, attnum, attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
      attgenerated, attinhcount > 0 AND NOT attislocal,
      CASE WHEN attcollation <> typcollation
        THEN (SELECT collname FROM pg_collation l WHERE l.oid = attcollation) END,
      attacl::text, pg_get_expr(adbin, CASE WHEN attgenerated <> '' THEN adrelid ELSE 0 END)
    FROM pg_attribute JOIN pg_class c ON c.oid = attrelid JOIN pg_type t ON t.oid = atttypid
      LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE attnum > 0 AND NOT attisdropped AND relkind IN ('r', 'p', 'f', 'v', 'm', 'c')
      AND relpersistence <> 't' AND \(isOurs("relnamespace"))
    ORDER BY attrelid, attnum
    """

  /// References to the partitions of what a constraint refers to are rows of their own, left out.
  static let constraintColumns = """
    SELECT o.oid, o.conrelid, o.contypid, o.conname, o.contype, o.condeferrable, o.condeferred,
      o.convalidated, o.coninhcount > 0 AND NOT o.conislocal, o.conparentid <> 0,
      array_to_string(o.conkey, ' '), o.confrelid, array_to_string(o.confkey, ' '), o.confupdtype,
      o.confdeltype, o.confmatchtype, o.connoinherit, pg_get_expr(o.conbin, o.conrelid),
      i.indnullsnotdistinct, array_to_string(o.confdelsetcols, ' '), o.conindid
    FROM pg_constraint o LEFT JOIN pg_index i ON i.indexrelid = o.conindid
      LEFT JOIN pg_constraint p ON p.oid = o.conparentid
    WHERE o.contype IN ('p', 'u', 'f', 'c', 'x') AND \(isOurs("o.connamespace"))
      AND (p.oid IS NULL OR p.conrelid <> o.conrelid)
    ORDER BY o.oid
    """

  static let exclusionOperatorColumns = """
    SELECT o.oid, oprname
    FROM pg_constraint o, unnest(conexclop) WITH ORDINALITY e(operator, place)
      JOIN pg_operator p ON p.oid = e.operator
    WHERE contype = 'x' ORDER BY o.oid, place
    """

  static let indexColumns = """
    SELECT i.indexrelid, i.indrelid, c.relname, i.indisunique, i.indnullsnotdistinct, m.amname,
      pg_get_expr(i.indpred, i.indrelid), i.indnkeyatts, i.indkey::text,
      o.oid IS NOT NULL, array_to_string(c.reloptions, E'\\n'), c.relispartition
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am m ON m.oid = c.relam
      LEFT JOIN pg_constraint o ON o.conindid = i.indexrelid AND o.contype IN ('p', 'u', 'x')
    WHERE \(isOurs("c.relnamespace")) ORDER BY i.indexrelid
    """

  static let indexExpressionColumns = """
    SELECT indexrelid, place, pg_get_indexdef(indexrelid, place, false)
    FROM pg_index JOIN pg_class c ON c.oid = indexrelid, generate_series(1, indnkeyatts) place
    WHERE indkey[place - 1] = 0 AND indexprs IS NOT NULL AND \(isOurs("c.relnamespace"))
    """

  /// Parts that an index keeps otherwise than their types say.
  static let indexKeepingColumns = """
    SELECT i.indexrelid, place, i.indoption[place - 1] & 1 = 1, i.indoption[place - 1] & 2 = 2,
      CASE WHEN l.oid <> coalesce(t.attcollation, y.typcollation) THEN l.collname END,
      CASE WHEN NOT o.opcdefault THEN o.opcname END,
      CASE WHEN n.nspname <> 'pg_catalog' THEN n.nspname END,
      array_to_string(a.attoptions, E'\\n')
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      CROSS JOIN generate_series(1, i.indnkeyatts) place
      JOIN pg_attribute a ON a.attrelid = i.indexrelid AND a.attnum = place
      JOIN pg_type y ON y.oid = a.atttypid
      JOIN pg_opclass o ON o.oid = i.indclass[place - 1]
      JOIN pg_namespace n ON n.oid = o.opcnamespace
      LEFT JOIN pg_attribute t ON t.attrelid = i.indrelid AND t.attnum = i.indkey[place - 1]
        AND t.attnum <> 0
      LEFT JOIN pg_collation l ON l.oid = i.indcollation[place - 1]
    WHERE \(isOurs("c.relnamespace"))
      AND (i.indoption[place - 1] <> 0 OR NOT o.opcdefault OR a.attoptions IS NOT NULL
        OR l.oid <> coalesce(t.attcollation, y.typcollation))
    """

  static let sequenceColumns = """
    SELECT seqrelid, seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax, seqcycle,
      seqcache
    FROM pg_sequence
    """

  /// `i`: of an identity column; `a`: OWNED BY.
  static let sequenceOwnerColumns = """
    SELECT objid, refobjid, refobjsubid, deptype FROM pg_depend JOIN pg_class c ON c.oid = objid
    WHERE classid = 'pg_class'::regclass AND refclassid = 'pg_class'::regclass
      AND refobjsubid > 0 AND deptype IN ('a', 'i') AND relkind = 'S'
    """

  /// Neither arrays nor rows of tables.
  static let typeColumns = """
    SELECT t.oid, typnamespace, typname, typtype, typowner, typacl::text,
      CASE typtype WHEN 'd' THEN format_type(typbasetype, typtypmod) END, typnotnull,
      pg_get_expr(typdefaultbin, 0), typrelid
    FROM pg_type t LEFT JOIN pg_class c ON c.oid = typrelid
    WHERE \(isOurs("typnamespace")) AND (typtype IN ('e', 'd', 'r')
      OR typtype = 'b' AND typcategory <> 'A' OR typtype = 'c' AND relkind = 'c')
    ORDER BY t.oid
    """
}
