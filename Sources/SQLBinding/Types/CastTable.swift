/// Which types convert to which, in what context and how: `source context [method]: targets`.
///
/// `binary` conversions change nothing; `text` ones go through output and input; the rest call a
/// function. Source: `pg_cast` of PostgreSQL 15; a test holds it against a server's.
enum CastTable {
  static let text = """
    bit explicit: int4 int8
    bit implicit binary: varbit
    bool assignment: bpchar text varchar
    bool explicit: int4
    box explicit: circle lseg point
    box assignment: polygon
    bpchar assignment: char
    bpchar implicit: name text varchar
    bpchar explicit: xml
    char assignment: bpchar varchar
    char explicit: int4
    char implicit: text
    cidr assignment: bpchar text varchar
    cidr implicit binary: inet
    circle explicit: box point polygon
    date implicit: timestamp timestamptz
    daterange explicit: datemultirange
    float4 implicit: float8
    float4 assignment: int2 int4 int8 numeric
    float8 assignment: float4 int2 int4 int8 numeric
    inet assignment: bpchar cidr text varchar
    int2 implicit: float4 float8 int4 int8 numeric oid regclass regcollation regconfig
    int2 implicit: regdictionary regnamespace regoper regoperator regproc regprocedure regrole
    int2 implicit: regtype
    int4 explicit: bit bool char
    int4 implicit: float4 float8 int8 numeric
    int4 assignment: int2 money
    int4 implicit binary: oid regclass regcollation regconfig regdictionary regnamespace regoper
    int4 implicit binary: regoperator regproc regprocedure regrole regtype
    int4range explicit: int4multirange
    int8 explicit: bit
    int8 implicit: float4 float8 numeric oid regclass regcollation regconfig regdictionary
    int8 implicit: regnamespace regoper regoperator regproc regprocedure regrole regtype
    int8 assignment: int2 int4 money
    int8range explicit: int8multirange
    interval assignment: time
    json assignment text: jsonb
    jsonb explicit: bool float4 float8 int2 int4 int8 numeric
    jsonb assignment text: json
    lseg explicit: point
    macaddr implicit: macaddr8
    macaddr8 implicit: macaddr
    money assignment: numeric
    name assignment: bpchar varchar
    name implicit: text
    numeric implicit: float4 float8
    numeric assignment: int2 int4 int8 money
    numrange explicit: nummultirange
    oid assignment binary: int4
    oid assignment: int8
    oid implicit binary: regclass regcollation regconfig regdictionary regnamespace regoper
    oid implicit binary: regoperator regproc regprocedure regrole regtype
    path assignment: polygon
    point assignment: box
    polygon explicit: box circle point
    polygon assignment: path
    regclass assignment binary: int4
    regclass assignment: int8
    regclass implicit binary: oid
    regcollation assignment binary: int4
    regcollation assignment: int8
    regcollation implicit binary: oid
    regconfig assignment binary: int4
    regconfig assignment: int8
    regconfig implicit binary: oid
    regdictionary assignment binary: int4
    regdictionary assignment: int8
    regdictionary implicit binary: oid
    regnamespace assignment binary: int4
    regnamespace assignment: int8
    regnamespace implicit binary: oid
    regoper assignment binary: int4
    regoper assignment: int8
    regoper implicit binary: oid regoperator
    regoperator assignment binary: int4
    regoperator assignment: int8
    regoperator implicit binary: oid regoper
    regproc assignment binary: int4
    regproc assignment: int8
    regproc implicit binary: oid regprocedure
    regprocedure assignment binary: int4
    regprocedure assignment: int8
    regprocedure implicit binary: oid regproc
    regrole assignment binary: int4
    regrole assignment: int8
    regrole implicit binary: oid
    regtype assignment binary: int4
    regtype assignment: int8
    regtype implicit binary: oid
    text implicit binary: bpchar varchar
    text assignment: char
    text implicit: name regclass
    text explicit: xml
    time implicit: interval timetz
    timestamp assignment: date time
    timestamp implicit: timestamptz
    timestamptz assignment: date time timestamp timetz
    timetz assignment: time
    tsrange explicit: tsmultirange
    tstzrange explicit: tstzmultirange
    varbit implicit binary: bit
    varchar implicit binary: bpchar text
    varchar assignment: char
    varchar implicit: name regclass
    varchar explicit: xml
    xid8 explicit: xid
    xml assignment binary: bpchar text varchar
    """

  struct Entry: Hashable, Sendable {
    enum Method: String, Sendable { case function, binary, text }
    var context: ConversionContext
    var method: Method
  }

  static let entries: [DataType: [DataType: Entry]] = {
    var entries: [DataType: [DataType: Entry]] = [:]
    for line in text.split(separator: "\n") {
      let halves = line.split(separator: ":")
      let words = halves[0].split(separator: " ").map(String.init)
      guard let source = DataType.named(words[0]) else { continue }
      let context: ConversionContext =
        switch words[1] {
        case "implicit": .implicit
        case "assignment": .assignment
        default: .explicit
        }
      let method = words.count > 2 ? Entry.Method(rawValue: words[2]) : nil
      for target in halves[1].split(separator: " ") {
        guard let type = DataType.named(String(target)) else { continue }
        entries[source, default: [:]][type] = Entry(context: context, method: method ?? .function)
      }
    }
    return entries
  }()
}
