/// The words that `quoteIdentifier` quotes although their letters need no quotes.
///
/// Source: `src/include/parser/kwlist.h`, all categories but UNRESERVED_KEYWORD. Quoting a word
/// that a version does not know as a keyword is harmless, so one list serves 15 to 18.
enum Keywords {
  static func needsQuotes(_ word: String) -> Bool {
    postgres15.contains(word) || later.contains(word)
  }

  static let postgres15 = Set(
    """
    all analyse analyze and any array as asc asymmetric authorization between bigint binary bit \
    boolean both case cast char character check coalesce collate collation column concurrently \
    constraint create cross current_catalog current_date current_role current_schema \
    current_time current_timestamp current_user dec decimal default deferrable desc distinct do \
    else end except exists extract false fetch float for foreign freeze from full grant greatest \
    group grouping having ilike in initially inner inout int integer intersect interval into is \
    isnull join lateral leading least left like limit localtime localtimestamp national natural \
    nchar none normalize not notnull null nullif numeric offset on only or order out outer \
    overlaps overlay placing position precision primary real references returning right row \
    select session_user setof similar smallint some substring symmetric table tablesample then \
    time timestamp to trailing treat trim true union unique user using values varchar variadic \
    verbose when where window with xmlattributes xmlconcat xmlelement xmlexists xmlforest \
    xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable
    """.split(separator: " ").map(String.init))

  /// Keywords that came with 16 and 17.
  static let later = Set(
    """
    json json_array json_arrayagg json_exists json_object json_objectagg json_query json_scalar \
    json_serialize json_table json_value merge_action system_user
    """.split(separator: " ").map(String.init))
}
