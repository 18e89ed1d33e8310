/// The functions of PostgreSQL 15 that SQL can call, one a line:
/// `name(arguments) result [set] [aggregate|window|procedure] [stable|volatile] [called]
/// [leakproof] [ordered=n] [names=…] [out=…]`; `called` even with NULL arguments.
///
/// Types have their internal names; `*` stands before a VARIADIC argument, `?` after one that has
/// a default. Made by `Scripts/builtins.sql`; a test holds it against a server's `pg_proc`.
enum FunctionTable {
  static let text = #"""
    abbrev(cidr) text
    abbrev(inet) text
    abs(numeric) numeric
    abs(int8) int8
    abs(int2) int2
    abs(int4) int4
    abs(float4) float4
    abs(float8) float8
    aclcontains(_aclitem,aclitem) bool
    acldefault(char,oid) _aclitem
    aclexplode(_aclitem) record set stable out=grantor:oid,grantee:oid,privilege_type:text,is_grantable:bool
    aclinsert(_aclitem,aclitem) _aclitem
    aclitemeq(aclitem,aclitem) bool
    aclremove(_aclitem,aclitem) _aclitem
    acos(float8) float8
    acosd(float8) float8
    acosh(float8) float8
    age(timestamp) interval stable
    age(timestamptz) interval stable
    age(xid) int4 stable
    age(timestamp,timestamp) interval
    age(timestamptz,timestamptz) interval
    amvalidate(oid) bool volatile
    anyarray_send(anyarray) bytea stable
    anycompatiblearray_send(anycompatiblearray) bytea stable
    anytextcat(anynonarray,text) text stable
    area(path) float8
    area(box) float8
    area(circle) float8
    array_agg(anyarray) anyarray aggregate called
    array_agg(anynonarray) anyarray aggregate called
    array_append(anycompatiblearray,anycompatible) anycompatiblearray called
    array_cat(anycompatiblearray,anycompatiblearray) anycompatiblearray called
    array_dims(anyarray) text
    array_eq(anyarray,anyarray) bool
    array_fill(anyelement,_int4) anyarray called
    array_fill(anyelement,_int4,_int4) anyarray called
    array_ge(anyarray,anyarray) bool
    array_gt(anyarray,anyarray) bool
    array_larger(anyarray,anyarray) anyarray
    array_le(anyarray,anyarray) bool
    array_length(anyarray,int4) int4
    array_lower(anyarray,int4) int4
    array_lt(anyarray,anyarray) bool
    array_ndims(anyarray) int4
    array_ne(anyarray,anyarray) bool
    array_position(anycompatiblearray,anycompatible) int4 called
    array_position(anycompatiblearray,anycompatible,int4) int4 called
    array_positions(anycompatiblearray,anycompatible) _int4 called
    array_prepend(anycompatible,anycompatiblearray) anycompatiblearray called
    array_remove(anycompatiblearray,anycompatible) anycompatiblearray called
    array_replace(anycompatiblearray,anycompatible,anycompatible) anycompatiblearray called
    array_send(anyarray) bytea stable
    array_smaller(anyarray,anyarray) anyarray
    array_to_json(anyarray) json stable
    array_to_json(anyarray,bool) json stable
    array_to_string(anyarray,text) text stable
    array_to_string(anyarray,text,text) text stable called
    array_to_tsvector(_text) tsvector
    array_upper(anyarray,int4) int4
    arraycontained(anyarray,anyarray) bool
    arraycontains(anyarray,anyarray) bool
    arrayoverlap(anyarray,anyarray) bool
    ascii(text) int4
    asin(float8) float8
    asind(float8) float8
    asinh(float8) float8
    atan(float8) float8
    atan2(float8,float8) float8
    atan2d(float8,float8) float8
    atand(float8) float8
    atanh(float8) float8
    avg(interval) interval aggregate called
    avg(numeric) numeric aggregate called
    avg(int8) numeric aggregate called
    avg(int2) numeric aggregate called
    avg(int4) numeric aggregate called
    avg(float4) float8 aggregate called
    avg(float8) float8 aggregate called
    binary_upgrade_create_empty_extension(text,text,bool,text,_oid,_text,_text) void volatile called
    binary_upgrade_set_missing_value(oid,text,text) void volatile
    binary_upgrade_set_next_array_pg_type_oid(oid) void volatile
    binary_upgrade_set_next_attribute_versions(_pg_lsn) void volatile
    binary_upgrade_set_next_heap_pg_class_oid(oid) void volatile
    binary_upgrade_set_next_heap_relfilenode(oid) void volatile
    binary_upgrade_set_next_index_pg_class_oid(oid) void volatile
    binary_upgrade_set_next_index_relfilenode(oid) void volatile
    binary_upgrade_set_next_multirange_array_pg_type_oid(oid) void volatile
    binary_upgrade_set_next_multirange_pg_type_oid(oid) void volatile
    binary_upgrade_set_next_pg_authid_oid(oid) void volatile
    binary_upgrade_set_next_pg_enum_oid(oid) void volatile
    binary_upgrade_set_next_pg_tablespace_oid(oid) void volatile
    binary_upgrade_set_next_pg_type_oid(oid) void volatile
    binary_upgrade_set_next_toast_pg_class_oid(oid) void volatile
    binary_upgrade_set_next_toast_relfilenode(oid) void volatile
    binary_upgrade_set_record_init_privs(bool) void volatile
    bit(int8,int4) bit
    bit(int4,int4) bit
    bit(bit,int4,bool) bit
    bit_and(bit) bit aggregate called
    bit_and(int8) int8 aggregate called
    bit_and(int2) int2 aggregate called
    bit_and(int4) int4 aggregate called
    bit_count(bit) int8
    bit_count(bytea) int8
    bit_length(bit) int4
    bit_length(bytea) int4
    bit_length(text) int4
    bit_or(bit) bit aggregate called
    bit_or(int8) int8 aggregate called
    bit_or(int2) int2 aggregate called
    bit_or(int4) int4 aggregate called
    bit_send(bit) bytea
    bit_xor(bit) bit aggregate called
    bit_xor(int8) int8 aggregate called
    bit_xor(int2) int2 aggregate called
    bit_xor(int4) int4 aggregate called
    bitand(bit,bit) bit
    bitcat(varbit,varbit) varbit
    bitcmp(bit,bit) int4 leakproof
    biteq(bit,bit) bool leakproof
    bitge(bit,bit) bool leakproof
    bitgt(bit,bit) bool leakproof
    bitle(bit,bit) bool leakproof
    bitlt(bit,bit) bool leakproof
    bitne(bit,bit) bool leakproof
    bitnot(bit) bit
    bitor(bit,bit) bit
    bitshiftleft(bit,int4) bit
    bitshiftright(bit,int4) bit
    bitxor(bit,bit) bit
    bool(int4) bool leakproof
    bool(jsonb) bool
    bool_and(bool) bool aggregate called
    bool_or(bool) bool aggregate called
    booland_statefunc(bool,bool) bool
    booleq(bool,bool) bool leakproof
    boolge(bool,bool) bool leakproof
    boolgt(bool,bool) bool leakproof
    boolle(bool,bool) bool leakproof
    boollt(bool,bool) bool leakproof
    boolne(bool,bool) bool leakproof
    boolor_statefunc(bool,bool) bool
    boolsend(bool) bytea
    bound_box(box,box) box
    box(point) box
    box(polygon) box
    box(circle) box
    box(point,point) box
    box_above(box,box) bool
    box_above_eq(box,box) bool
    box_add(box,point) box
    box_below(box,box) bool
    box_below_eq(box,box) bool
    box_center(box) point
    box_contain(box,box) bool
    box_contain_pt(box,point) bool
    box_contained(box,box) bool
    box_distance(box,box) float8
    box_div(box,point) box
    box_eq(box,box) bool
    box_ge(box,box) bool
    box_gt(box,box) bool
    box_intersect(box,box) box
    box_le(box,box) bool
    box_left(box,box) bool
    box_lt(box,box) bool
    box_mul(box,point) box
    box_overabove(box,box) bool
    box_overbelow(box,box) bool
    box_overlap(box,box) bool
    box_overleft(box,box) bool
    box_overright(box,box) bool
    box_right(box,box) bool
    box_same(box,box) bool
    box_send(box) bytea
    box_sub(box,point) box
    bpchar(char) bpchar
    bpchar(name) bpchar
    bpchar(bpchar,int4,bool) bpchar
    bpchar_larger(bpchar,bpchar) bpchar leakproof
    bpchar_pattern_ge(bpchar,bpchar) bool leakproof
    bpchar_pattern_gt(bpchar,bpchar) bool leakproof
    bpchar_pattern_le(bpchar,bpchar) bool leakproof
    bpchar_pattern_lt(bpchar,bpchar) bool leakproof
    bpchar_smaller(bpchar,bpchar) bpchar leakproof
    bpcharcmp(bpchar,bpchar) int4 leakproof
    bpchareq(bpchar,bpchar) bool leakproof
    bpcharge(bpchar,bpchar) bool leakproof
    bpchargt(bpchar,bpchar) bool leakproof
    bpchariclike(bpchar,text) bool
    bpcharicnlike(bpchar,text) bool
    bpcharicregexeq(bpchar,text) bool
    bpcharicregexne(bpchar,text) bool
    bpcharle(bpchar,bpchar) bool leakproof
    bpcharlike(bpchar,text) bool
    bpcharlt(bpchar,bpchar) bool leakproof
    bpcharne(bpchar,bpchar) bool leakproof
    bpcharnlike(bpchar,text) bool
    bpcharregexeq(bpchar,text) bool
    bpcharregexne(bpchar,text) bool
    bpcharsend(bpchar) bytea stable
    brin_bloom_summary_send(pg_brin_bloom_summary) bytea stable
    brin_desummarize_range(regclass,int8) void volatile
    brin_minmax_multi_summary_send(pg_brin_minmax_multi_summary) bytea stable
    brin_summarize_new_values(regclass) int4 volatile
    brin_summarize_range(regclass,int8) int4 volatile
    broadcast(inet) inet
    btarraycmp(anyarray,anyarray) int4
    btboolcmp(bool,bool) int4 leakproof
    btbpchar_pattern_cmp(bpchar,bpchar) int4 leakproof
    btcharcmp(char,char) int4 leakproof
    btequalimage(oid) bool
    btfloat48cmp(float4,float8) int4 leakproof
    btfloat4cmp(float4,float4) int4 leakproof
    btfloat84cmp(float8,float4) int4 leakproof
    btfloat8cmp(float8,float8) int4 leakproof
    btint24cmp(int2,int4) int4 leakproof
    btint28cmp(int2,int8) int4 leakproof
    btint2cmp(int2,int2) int4 leakproof
    btint42cmp(int4,int2) int4 leakproof
    btint48cmp(int4,int8) int4 leakproof
    btint4cmp(int4,int4) int4 leakproof
    btint82cmp(int8,int2) int4 leakproof
    btint84cmp(int8,int4) int4 leakproof
    btint8cmp(int8,int8) int4 leakproof
    btnamecmp(name,name) int4 leakproof
    btnametextcmp(name,text) int4 leakproof
    btoidcmp(oid,oid) int4 leakproof
    btoidvectorcmp(oidvector,oidvector) int4 leakproof
    btrecordcmp(record,record) int4
    btrecordimagecmp(record,record) int4
    btrim(text) text
    btrim(bytea,bytea) bytea
    btrim(text,text) text
    bttext_pattern_cmp(text,text) int4 leakproof
    bttextcmp(text,text) int4 leakproof
    bttextnamecmp(text,name) int4 leakproof
    bttidcmp(tid,tid) int4 leakproof
    btvarstrequalimage(oid) bool
    byteacat(bytea,bytea) bytea
    byteacmp(bytea,bytea) int4 leakproof
    byteaeq(bytea,bytea) bool leakproof
    byteage(bytea,bytea) bool leakproof
    byteagt(bytea,bytea) bool leakproof
    byteale(bytea,bytea) bool leakproof
    bytealike(bytea,bytea) bool
    bytealt(bytea,bytea) bool leakproof
    byteane(bytea,bytea) bool leakproof
    byteanlike(bytea,bytea) bool
    byteasend(bytea) bytea
    cardinality(anyarray) int4
    cash_cmp(money,money) int4 leakproof
    cash_div_cash(money,money) float8
    cash_div_flt4(money,float4) money
    cash_div_flt8(money,float8) money
    cash_div_int2(money,int2) money
    cash_div_int4(money,int4) money
    cash_div_int8(money,int8) money
    cash_eq(money,money) bool leakproof
    cash_ge(money,money) bool leakproof
    cash_gt(money,money) bool leakproof
    cash_le(money,money) bool leakproof
    cash_lt(money,money) bool leakproof
    cash_mi(money,money) money
    cash_mul_flt4(money,float4) money
    cash_mul_flt8(money,float8) money
    cash_mul_int2(money,int2) money
    cash_mul_int4(money,int4) money
    cash_mul_int8(money,int8) money
    cash_ne(money,money) bool leakproof
    cash_pl(money,money) money
    cash_send(money) bytea
    cash_words(money) text
    cashlarger(money,money) money
    cashsmaller(money,money) money
    cbrt(float8) float8
    ceil(numeric) numeric
    ceil(float8) float8
    ceiling(numeric) numeric
    ceiling(float8) float8
    center(box) point
    center(circle) point
    char(int4) char
    char(text) char
    char_length(bpchar) int4
    char_length(text) int4
    character_length(bpchar) int4
    character_length(text) int4
    chareq(char,char) bool leakproof
    charge(char,char) bool leakproof
    chargt(char,char) bool leakproof
    charle(char,char) bool leakproof
    charlt(char,char) bool leakproof
    charne(char,char) bool leakproof
    charsend(char) bytea
    chr(int4) text
    cideq(cid,cid) bool leakproof
    cidr(inet) cidr
    cidr_send(cidr) bytea
    cidsend(cid) bytea
    circle(box) circle
    circle(polygon) circle
    circle(point,float8) circle
    circle_above(circle,circle) bool
    circle_add_pt(circle,point) circle
    circle_below(circle,circle) bool
    circle_center(circle) point
    circle_contain(circle,circle) bool
    circle_contain_pt(circle,point) bool
    circle_contained(circle,circle) bool
    circle_distance(circle,circle) float8
    circle_div_pt(circle,point) circle
    circle_eq(circle,circle) bool leakproof
    circle_ge(circle,circle) bool leakproof
    circle_gt(circle,circle) bool leakproof
    circle_le(circle,circle) bool leakproof
    circle_left(circle,circle) bool
    circle_lt(circle,circle) bool leakproof
    circle_mul_pt(circle,point) circle
    circle_ne(circle,circle) bool leakproof
    circle_overabove(circle,circle) bool
    circle_overbelow(circle,circle) bool
    circle_overlap(circle,circle) bool
    circle_overleft(circle,circle) bool
    circle_overright(circle,circle) bool
    circle_right(circle,circle) bool
    circle_same(circle,circle) bool
    circle_send(circle) bytea
    circle_sub_pt(circle,point) circle
    clock_timestamp() timestamptz volatile
    close_ls(line,lseg) point
    close_lseg(lseg,lseg) point
    close_pb(point,box) point
    close_pl(point,line) point
    close_ps(point,lseg) point
    close_sb(lseg,box) point
    col_description(oid,int4) text stable
    concat(*any) text stable called
    concat_ws(text,*any) text stable called
    convert(bytea,name,name) bytea stable
    convert_from(bytea,name) text stable
    convert_to(text,name) bytea stable
    corr(float8,float8) float8 aggregate called
    cos(float8) float8
    cosd(float8) float8
    cosh(float8) float8
    cot(float8) float8
    cotd(float8) float8
    count() int8 aggregate called
    count(any) int8 aggregate called
    covar_pop(float8,float8) float8 aggregate called
    covar_samp(float8,float8) float8 aggregate called
    cume_dist() float8 window called
    cume_dist(*any) float8 aggregate called ordered=1
    current_database() name stable
    current_query() text volatile called
    current_schema() name stable
    current_schemas(bool) _name stable
    current_setting(text) text stable
    current_setting(text,bool) text stable
    current_user() name stable
    currtid2(text,tid) tid volatile
    currval(regclass) int8 volatile
    cursor_to_xml(refcursor,int4,bool,bool,text) xml volatile
    cursor_to_xmlschema(refcursor,bool,bool,text) xml volatile
    database_to_xml(bool,bool,text) xml stable
    database_to_xml_and_xmlschema(bool,bool,text) xml stable
    database_to_xmlschema(bool,bool,text) xml stable
    date(timestamp) date
    date(timestamptz) date stable
    date_bin(interval,timestamp,timestamp) timestamp
    date_bin(interval,timestamptz,timestamptz) timestamptz
    date_cmp(date,date) int4 leakproof
    date_cmp_timestamp(date,timestamp) int4
    date_cmp_timestamptz(date,timestamptz) int4 stable
    date_eq(date,date) bool leakproof
    date_eq_timestamp(date,timestamp) bool
    date_eq_timestamptz(date,timestamptz) bool stable
    date_ge(date,date) bool leakproof
    date_ge_timestamp(date,timestamp) bool
    date_ge_timestamptz(date,timestamptz) bool stable
    date_gt(date,date) bool leakproof
    date_gt_timestamp(date,timestamp) bool
    date_gt_timestamptz(date,timestamptz) bool stable
    date_larger(date,date) date
    date_le(date,date) bool leakproof
    date_le_timestamp(date,timestamp) bool
    date_le_timestamptz(date,timestamptz) bool stable
    date_lt(date,date) bool leakproof
    date_lt_timestamp(date,timestamp) bool
    date_lt_timestamptz(date,timestamptz) bool stable
    date_mi(date,date) int4
    date_mi_interval(date,interval) timestamp
    date_mii(date,int4) date
    date_ne(date,date) bool leakproof
    date_ne_timestamp(date,timestamp) bool
    date_ne_timestamptz(date,timestamptz) bool stable
    date_part(text,date) float8
    date_part(text,time) float8
    date_part(text,timestamp) float8
    date_part(text,timestamptz) float8 stable
    date_part(text,interval) float8
    date_part(text,timetz) float8
    date_pl_interval(date,interval) timestamp
    date_pli(date,int4) date
    date_send(date) bytea
    date_smaller(date,date) date
    date_trunc(text,timestamp) timestamp
    date_trunc(text,timestamptz) timestamptz stable
    date_trunc(text,interval) interval
    date_trunc(text,timestamptz,text) timestamptz stable
    datemultirange() datemultirange
    datemultirange(daterange) datemultirange
    datemultirange(*_daterange) datemultirange
    daterange(date,date) daterange called
    daterange(date,date,text) daterange called
    daterange_canonical(daterange) daterange
    daterange_subdiff(date,date) float8
    datetime_pl(date,time) timestamp
    datetimetz_pl(date,timetz) timestamptz
    dcbrt(float8) float8
    decode(text,text) bytea
    degrees(float8) float8
    dense_rank() int8 window called
    dense_rank(*any) int8 aggregate called ordered=1
    dexp(float8) float8
    diagonal(box) lseg
    diameter(circle) float8
    dist_bp(box,point) float8
    dist_bs(box,lseg) float8
    dist_cpoint(circle,point) float8
    dist_cpoly(circle,polygon) float8
    dist_lp(line,point) float8
    dist_ls(line,lseg) float8
    dist_pathp(path,point) float8
    dist_pb(point,box) float8
    dist_pc(point,circle) float8
    dist_pl(point,line) float8
    dist_polyc(polygon,circle) float8
    dist_polyp(polygon,point) float8
    dist_ppath(point,path) float8
    dist_ppoly(point,polygon) float8
    dist_ps(point,lseg) float8
    dist_sb(lseg,box) float8
    dist_sl(lseg,line) float8
    dist_sp(lseg,point) float8
    div(numeric,numeric) numeric
    dlog1(float8) float8
    dlog10(float8) float8
    dpow(float8,float8) float8
    dround(float8) float8
    dsqrt(float8) float8
    dtrunc(float8) float8
    elem_contained_by_multirange(anyelement,anymultirange) bool
    elem_contained_by_range(anyelement,anyrange) bool
    encode(bytea,text) text
    enum_cmp(anyenum,anyenum) int4
    enum_eq(anyenum,anyenum) bool
    enum_first(anyenum) anyenum stable called
    enum_ge(anyenum,anyenum) bool
    enum_gt(anyenum,anyenum) bool
    enum_larger(anyenum,anyenum) anyenum
    enum_last(anyenum) anyenum stable called
    enum_le(anyenum,anyenum) bool
    enum_lt(anyenum,anyenum) bool
    enum_ne(anyenum,anyenum) bool
    enum_range(anyenum) anyarray stable called
    enum_range(anyenum,anyenum) anyarray stable called
    enum_send(anyenum) bytea stable
    enum_smaller(anyenum,anyenum) anyenum
    every(bool) bool aggregate called
    exp(numeric) numeric
    exp(float8) float8
    extract(text,date) numeric
    extract(text,time) numeric
    extract(text,timestamp) numeric
    extract(text,timestamptz) numeric stable
    extract(text,interval) numeric
    extract(text,timetz) numeric
    factorial(int8) numeric
    family(inet) int4
    first_value(anyelement) anyelement window
    float4(numeric) float4
    float4(int8) float4 leakproof
    float4(int2) float4 leakproof
    float4(int4) float4 leakproof
    float4(jsonb) float4
    float4(float8) float4
    float48div(float4,float8) float8
    float48eq(float4,float8) bool leakproof
    float48ge(float4,float8) bool leakproof
    float48gt(float4,float8) bool leakproof
    float48le(float4,float8) bool leakproof
    float48lt(float4,float8) bool leakproof
    float48mi(float4,float8) float8
    float48mul(float4,float8) float8
    float48ne(float4,float8) bool leakproof
    float48pl(float4,float8) float8
    float4_accum(_float8,float4) _float8
    float4abs(float4) float4
    float4div(float4,float4) float4
    float4eq(float4,float4) bool leakproof
    float4ge(float4,float4) bool leakproof
    float4gt(float4,float4) bool leakproof
    float4larger(float4,float4) float4
    float4le(float4,float4) bool leakproof
    float4lt(float4,float4) bool leakproof
    float4mi(float4,float4) float4
    float4mul(float4,float4) float4
    float4ne(float4,float4) bool leakproof
    float4pl(float4,float4) float4
    float4send(float4) bytea
    float4smaller(float4,float4) float4
    float4um(float4) float4
    float4up(float4) float4
    float8(numeric) float8
    float8(int8) float8 leakproof
    float8(int2) float8 leakproof
    float8(int4) float8 leakproof
    float8(jsonb) float8
    float8(float4) float8 leakproof
    float84div(float8,float4) float8
    float84eq(float8,float4) bool leakproof
    float84ge(float8,float4) bool leakproof
    float84gt(float8,float4) bool leakproof
    float84le(float8,float4) bool leakproof
    float84lt(float8,float4) bool leakproof
    float84mi(float8,float4) float8
    float84mul(float8,float4) float8
    float84ne(float8,float4) bool leakproof
    float84pl(float8,float4) float8
    float8_accum(_float8,float8) _float8
    float8_avg(_float8) float8
    float8_combine(_float8,_float8) _float8
    float8_corr(_float8) float8
    float8_covar_pop(_float8) float8
    float8_covar_samp(_float8) float8
    float8_regr_accum(_float8,float8,float8) _float8
    float8_regr_avgx(_float8) float8
    float8_regr_avgy(_float8) float8
    float8_regr_combine(_float8,_float8) _float8
    float8_regr_intercept(_float8) float8
    float8_regr_r2(_float8) float8
    float8_regr_slope(_float8) float8
    float8_regr_sxx(_float8) float8
    float8_regr_sxy(_float8) float8
    float8_regr_syy(_float8) float8
    float8_stddev_pop(_float8) float8
    float8_stddev_samp(_float8) float8
    float8_var_pop(_float8) float8
    float8_var_samp(_float8) float8
    float8abs(float8) float8
    float8div(float8,float8) float8
    float8eq(float8,float8) bool leakproof
    float8ge(float8,float8) bool leakproof
    float8gt(float8,float8) bool leakproof
    float8larger(float8,float8) float8
    float8le(float8,float8) bool leakproof
    float8lt(float8,float8) bool leakproof
    float8mi(float8,float8) float8
    float8mul(float8,float8) float8
    float8ne(float8,float8) bool leakproof
    float8pl(float8,float8) float8
    float8send(float8) bytea
    float8smaller(float8,float8) float8
    float8um(float8) float8
    float8up(float8) float8
    floor(numeric) numeric
    floor(float8) float8
    flt4_mul_cash(float4,money) money
    flt8_mul_cash(float8,money) money
    fmgr_c_validator(oid) void stable
    fmgr_internal_validator(oid) void stable
    fmgr_sql_validator(oid) void stable
    format(text) text stable called
    format(text,*any) text stable called
    format_type(oid,int4) text stable called
    gcd(numeric,numeric) numeric
    gcd(int8,int8) int8
    gcd(int4,int4) int4
    gen_random_uuid() uuid volatile leakproof
    generate_series(numeric,numeric) numeric set
    generate_series(int8,int8) int8 set
    generate_series(int4,int4) int4 set
    generate_series(timestamp,timestamp,interval) timestamp set
    generate_series(timestamptz,timestamptz,interval) timestamptz set stable
    generate_series(numeric,numeric,numeric) numeric set
    generate_series(int8,int8,int8) int8 set
    generate_series(int4,int4,int4) int4 set
    generate_subscripts(anyarray,int4) int4 set
    generate_subscripts(anyarray,int4,bool) int4 set
    get_bit(bit,int4) int4
    get_bit(bytea,int8) int4
    get_byte(bytea,int4) int4
    get_current_ts_config() regconfig stable
    getdatabaseencoding() name stable
    getpgusername() name stable
    gin_clean_pending_list(regclass) int8 volatile
    gin_cmp_tslexeme(text,text) int4
    gin_compare_jsonb(text,text) int4
    has_any_column_privilege(text,text) bool stable
    has_any_column_privilege(oid,text) bool stable
    has_any_column_privilege(name,text,text) bool stable
    has_any_column_privilege(name,oid,text) bool stable
    has_any_column_privilege(oid,text,text) bool stable
    has_any_column_privilege(oid,oid,text) bool stable
    has_column_privilege(text,int2,text) bool stable
    has_column_privilege(text,text,text) bool stable
    has_column_privilege(oid,int2,text) bool stable
    has_column_privilege(oid,text,text) bool stable
    has_column_privilege(name,text,int2,text) bool stable
    has_column_privilege(name,text,text,text) bool stable
    has_column_privilege(name,oid,int2,text) bool stable
    has_column_privilege(name,oid,text,text) bool stable
    has_column_privilege(oid,text,int2,text) bool stable
    has_column_privilege(oid,text,text,text) bool stable
    has_column_privilege(oid,oid,int2,text) bool stable
    has_column_privilege(oid,oid,text,text) bool stable
    has_database_privilege(text,text) bool stable
    has_database_privilege(oid,text) bool stable
    has_database_privilege(name,text,text) bool stable
    has_database_privilege(name,oid,text) bool stable
    has_database_privilege(oid,text,text) bool stable
    has_database_privilege(oid,oid,text) bool stable
    has_foreign_data_wrapper_privilege(text,text) bool stable
    has_foreign_data_wrapper_privilege(oid,text) bool stable
    has_foreign_data_wrapper_privilege(name,text,text) bool stable
    has_foreign_data_wrapper_privilege(name,oid,text) bool stable
    has_foreign_data_wrapper_privilege(oid,text,text) bool stable
    has_foreign_data_wrapper_privilege(oid,oid,text) bool stable
    has_function_privilege(text,text) bool stable
    has_function_privilege(oid,text) bool stable
    has_function_privilege(name,text,text) bool stable
    has_function_privilege(name,oid,text) bool stable
    has_function_privilege(oid,text,text) bool stable
    has_function_privilege(oid,oid,text) bool stable
    has_language_privilege(text,text) bool stable
    has_language_privilege(oid,text) bool stable
    has_language_privilege(name,text,text) bool stable
    has_language_privilege(name,oid,text) bool stable
    has_language_privilege(oid,text,text) bool stable
    has_language_privilege(oid,oid,text) bool stable
    has_parameter_privilege(text,text) bool stable
    has_parameter_privilege(name,text,text) bool stable
    has_parameter_privilege(oid,text,text) bool stable
    has_schema_privilege(text,text) bool stable
    has_schema_privilege(oid,text) bool stable
    has_schema_privilege(name,text,text) bool stable
    has_schema_privilege(name,oid,text) bool stable
    has_schema_privilege(oid,text,text) bool stable
    has_schema_privilege(oid,oid,text) bool stable
    has_sequence_privilege(text,text) bool stable
    has_sequence_privilege(oid,text) bool stable
    has_sequence_privilege(name,text,text) bool stable
    has_sequence_privilege(name,oid,text) bool stable
    has_sequence_privilege(oid,text,text) bool stable
    has_sequence_privilege(oid,oid,text) bool stable
    has_server_privilege(text,text) bool stable
    has_server_privilege(oid,text) bool stable
    has_server_privilege(name,text,text) bool stable
    has_server_privilege(name,oid,text) bool stable
    has_server_privilege(oid,text,text) bool stable
    has_server_privilege(oid,oid,text) bool stable
    has_table_privilege(text,text) bool stable
    has_table_privilege(oid,text) bool stable
    has_table_privilege(name,text,text) bool stable
    has_table_privilege(name,oid,text) bool stable
    has_table_privilege(oid,text,text) bool stable
    has_table_privilege(oid,oid,text) bool stable
    has_tablespace_privilege(text,text) bool stable
    has_tablespace_privilege(oid,text) bool stable
    has_tablespace_privilege(name,text,text) bool stable
    has_tablespace_privilege(name,oid,text) bool stable
    has_tablespace_privilege(oid,text,text) bool stable
    has_tablespace_privilege(oid,oid,text) bool stable
    has_type_privilege(text,text) bool stable
    has_type_privilege(oid,text) bool stable
    has_type_privilege(name,text,text) bool stable
    has_type_privilege(name,oid,text) bool stable
    has_type_privilege(oid,text,text) bool stable
    has_type_privilege(oid,oid,text) bool stable
    hash_aclitem(aclitem) int4
    hash_aclitem_extended(aclitem,int8) int8
    hash_array(anyarray) int4
    hash_array_extended(anyarray,int8) int8
    hash_multirange(anymultirange) int4
    hash_multirange_extended(anymultirange,int8) int8
    hash_numeric(numeric) int4
    hash_numeric_extended(numeric,int8) int8
    hash_range(anyrange) int4
    hash_range_extended(anyrange,int8) int8
    hash_record(record) int4
    hash_record_extended(record,int8) int8
    hashbpchar(bpchar) int4
    hashbpcharextended(bpchar,int8) int8
    hashchar(char) int4
    hashcharextended(char,int8) int8
    hashenum(anyenum) int4
    hashenumextended(anyenum,int8) int8
    hashfloat4(float4) int4
    hashfloat4extended(float4,int8) int8
    hashfloat8(float8) int4
    hashfloat8extended(float8,int8) int8
    hashinet(inet) int4
    hashinetextended(inet,int8) int8
    hashint2(int2) int4
    hashint2extended(int2,int8) int8
    hashint4(int4) int4
    hashint4extended(int4,int8) int8
    hashint8(int8) int4
    hashint8extended(int8,int8) int8
    hashmacaddr(macaddr) int4
    hashmacaddr8(macaddr8) int4
    hashmacaddr8extended(macaddr8,int8) int8
    hashmacaddrextended(macaddr,int8) int8
    hashname(name) int4
    hashnameextended(name,int8) int8
    hashoid(oid) int4
    hashoidextended(oid,int8) int8
    hashoidvector(oidvector) int4
    hashoidvectorextended(oidvector,int8) int8
    hashtext(text) int4
    hashtextextended(text,int8) int8
    hashtid(tid) int4
    hashtidextended(tid,int8) int8
    height(box) float8
    host(inet) text
    hostmask(inet) inet
    in_range(date,date,interval,bool,bool) bool
    in_range(time,time,interval,bool,bool) bool
    in_range(timestamp,timestamp,interval,bool,bool) bool
    in_range(timestamptz,timestamptz,interval,bool,bool) bool stable
    in_range(interval,interval,interval,bool,bool) bool
    in_range(timetz,timetz,interval,bool,bool) bool
    in_range(numeric,numeric,numeric,bool,bool) bool
    in_range(int8,int8,int8,bool,bool) bool
    in_range(int2,int2,int8,bool,bool) bool
    in_range(int2,int2,int2,bool,bool) bool
    in_range(int2,int2,int4,bool,bool) bool
    in_range(int4,int4,int8,bool,bool) bool
    in_range(int4,int4,int2,bool,bool) bool
    in_range(int4,int4,int4,bool,bool) bool
    in_range(float4,float4,float8,bool,bool) bool
    in_range(float8,float8,float8,bool,bool) bool
    inet_client_addr() inet stable called
    inet_client_port() int4 stable called
    inet_merge(inet,inet) cidr
    inet_same_family(inet,inet) bool
    inet_send(inet) bytea
    inet_server_addr() inet stable called
    inet_server_port() int4 stable called
    inetand(inet,inet) inet
    inetmi(inet,inet) int8
    inetmi_int8(inet,int8) inet
    inetnot(inet) inet
    inetor(inet,inet) inet
    inetpl(inet,int8) inet
    initcap(text) text
    int2(numeric) int2
    int2(int8) int2
    int2(int4) int2
    int2(jsonb) int2
    int2(float4) int2
    int2(float8) int2
    int24div(int2,int4) int4
    int24eq(int2,int4) bool leakproof
    int24ge(int2,int4) bool leakproof
    int24gt(int2,int4) bool leakproof
    int24le(int2,int4) bool leakproof
    int24lt(int2,int4) bool leakproof
    int24mi(int2,int4) int4
    int24mul(int2,int4) int4
    int24ne(int2,int4) bool leakproof
    int24pl(int2,int4) int4
    int28div(int2,int8) int8
    int28eq(int2,int8) bool leakproof
    int28ge(int2,int8) bool leakproof
    int28gt(int2,int8) bool leakproof
    int28le(int2,int8) bool leakproof
    int28lt(int2,int8) bool leakproof
    int28mi(int2,int8) int8
    int28mul(int2,int8) int8
    int28ne(int2,int8) bool leakproof
    int28pl(int2,int8) int8
    int2_avg_accum(_int8,int2) _int8
    int2_avg_accum_inv(_int8,int2) _int8
    int2_mul_cash(int2,money) money
    int2_sum(int8,int2) int8 called
    int2abs(int2) int2
    int2and(int2,int2) int2
    int2div(int2,int2) int2
    int2eq(int2,int2) bool leakproof
    int2ge(int2,int2) bool leakproof
    int2gt(int2,int2) bool leakproof
    int2int4_sum(_int8) int8
    int2larger(int2,int2) int2
    int2le(int2,int2) bool leakproof
    int2lt(int2,int2) bool leakproof
    int2mi(int2,int2) int2
    int2mod(int2,int2) int2
    int2mul(int2,int2) int2
    int2ne(int2,int2) bool leakproof
    int2not(int2) int2
    int2or(int2,int2) int2
    int2pl(int2,int2) int2
    int2send(int2) bytea
    int2shl(int2,int4) int2
    int2shr(int2,int4) int2
    int2smaller(int2,int2) int2
    int2um(int2) int2
    int2up(int2) int2
    int2vectorsend(int2vector) bytea
    int2xor(int2,int2) int2
    int4(bit) int4
    int4(bool) int4 leakproof
    int4(numeric) int4
    int4(char) int4
    int4(int8) int4
    int4(int2) int4 leakproof
    int4(jsonb) int4
    int4(float4) int4
    int4(float8) int4
    int42div(int4,int2) int4
    int42eq(int4,int2) bool leakproof
    int42ge(int4,int2) bool leakproof
    int42gt(int4,int2) bool leakproof
    int42le(int4,int2) bool leakproof
    int42lt(int4,int2) bool leakproof
    int42mi(int4,int2) int4
    int42mul(int4,int2) int4
    int42ne(int4,int2) bool leakproof
    int42pl(int4,int2) int4
    int48div(int4,int8) int8
    int48eq(int4,int8) bool leakproof
    int48ge(int4,int8) bool leakproof
    int48gt(int4,int8) bool leakproof
    int48le(int4,int8) bool leakproof
    int48lt(int4,int8) bool leakproof
    int48mi(int4,int8) int8
    int48mul(int4,int8) int8
    int48ne(int4,int8) bool leakproof
    int48pl(int4,int8) int8
    int4_avg_accum(_int8,int4) _int8
    int4_avg_accum_inv(_int8,int4) _int8
    int4_avg_combine(_int8,_int8) _int8
    int4_mul_cash(int4,money) money
    int4_sum(int8,int4) int8 called
    int4abs(int4) int4
    int4and(int4,int4) int4
    int4div(int4,int4) int4
    int4eq(int4,int4) bool leakproof
    int4ge(int4,int4) bool leakproof
    int4gt(int4,int4) bool leakproof
    int4inc(int4) int4
    int4larger(int4,int4) int4
    int4le(int4,int4) bool leakproof
    int4lt(int4,int4) bool leakproof
    int4mi(int4,int4) int4
    int4mod(int4,int4) int4
    int4mul(int4,int4) int4
    int4multirange() int4multirange
    int4multirange(int4range) int4multirange
    int4multirange(*_int4range) int4multirange
    int4ne(int4,int4) bool leakproof
    int4not(int4) int4
    int4or(int4,int4) int4
    int4pl(int4,int4) int4
    int4range(int4,int4) int4range called
    int4range(int4,int4,text) int4range called
    int4range_canonical(int4range) int4range
    int4range_subdiff(int4,int4) float8
    int4send(int4) bytea
    int4shl(int4,int4) int4
    int4shr(int4,int4) int4
    int4smaller(int4,int4) int4
    int4um(int4) int4
    int4up(int4) int4
    int4xor(int4,int4) int4
    int8(bit) int8
    int8(numeric) int8
    int8(int2) int8 leakproof
    int8(int4) int8 leakproof
    int8(oid) int8 leakproof
    int8(jsonb) int8
    int8(float4) int8
    int8(float8) int8
    int82div(int8,int2) int8
    int82eq(int8,int2) bool leakproof
    int82ge(int8,int2) bool leakproof
    int82gt(int8,int2) bool leakproof
    int82le(int8,int2) bool leakproof
    int82lt(int8,int2) bool leakproof
    int82mi(int8,int2) int8
    int82mul(int8,int2) int8
    int82ne(int8,int2) bool leakproof
    int82pl(int8,int2) int8
    int84div(int8,int4) int8
    int84eq(int8,int4) bool leakproof
    int84ge(int8,int4) bool leakproof
    int84gt(int8,int4) bool leakproof
    int84le(int8,int4) bool leakproof
    int84lt(int8,int4) bool leakproof
    int84mi(int8,int4) int8
    int84mul(int8,int4) int8
    int84ne(int8,int4) bool leakproof
    int84pl(int8,int4) int8
    int8_avg(_int8) numeric
    int8_mul_cash(int8,money) money
    int8_sum(numeric,int8) numeric called
    int8abs(int8) int8
    int8and(int8,int8) int8
    int8dec(int8) int8
    int8dec_any(int8,any) int8
    int8div(int8,int8) int8
    int8eq(int8,int8) bool leakproof
    int8ge(int8,int8) bool leakproof
    int8gt(int8,int8) bool leakproof
    int8inc(int8) int8
    int8inc_any(int8,any) int8
    int8inc_float8_float8(int8,float8,float8) int8
    int8larger(int8,int8) int8
    int8le(int8,int8) bool leakproof
    int8lt(int8,int8) bool leakproof
    int8mi(int8,int8) int8
    int8mod(int8,int8) int8
    int8mul(int8,int8) int8
    int8multirange() int8multirange
    int8multirange(int8range) int8multirange
    int8multirange(*_int8range) int8multirange
    int8ne(int8,int8) bool leakproof
    int8not(int8) int8
    int8or(int8,int8) int8
    int8pl(int8,int8) int8
    int8pl_inet(int8,inet) inet
    int8range(int8,int8) int8range called
    int8range(int8,int8,text) int8range called
    int8range_canonical(int8range) int8range
    int8range_subdiff(int8,int8) float8
    int8send(int8) bytea
    int8shl(int8,int4) int8
    int8shr(int8,int4) int8
    int8smaller(int8,int8) int8
    int8um(int8) int8
    int8up(int8) int8
    int8xor(int8,int8) int8
    integer_pl_date(int4,date) date
    inter_lb(line,box) bool
    inter_sb(lseg,box) bool
    inter_sl(lseg,line) bool
    interval(time) interval leakproof
    interval(interval,int4) interval
    interval_accum(_interval,interval) _interval
    interval_accum_inv(_interval,interval) _interval
    interval_avg(_interval) interval
    interval_cmp(interval,interval) int4 leakproof
    interval_combine(_interval,_interval) _interval
    interval_div(interval,float8) interval
    interval_eq(interval,interval) bool leakproof
    interval_ge(interval,interval) bool leakproof
    interval_gt(interval,interval) bool leakproof
    interval_hash(interval) int4
    interval_hash_extended(interval,int8) int8
    interval_larger(interval,interval) interval
    interval_le(interval,interval) bool leakproof
    interval_lt(interval,interval) bool leakproof
    interval_mi(interval,interval) interval
    interval_mul(interval,float8) interval
    interval_ne(interval,interval) bool leakproof
    interval_pl(interval,interval) interval
    interval_pl_date(interval,date) timestamp
    interval_pl_time(interval,time) time
    interval_pl_timestamp(interval,timestamp) timestamp
    interval_pl_timestamptz(interval,timestamptz) timestamptz stable
    interval_pl_timetz(interval,timetz) timetz
    interval_send(interval) bytea
    interval_smaller(interval,interval) interval
    interval_um(interval) interval
    is_normalized(text,text?) bool
    isclosed(path) bool
    isempty(anyrange) bool
    isempty(anymultirange) bool
    isfinite(date) bool
    isfinite(timestamp) bool
    isfinite(timestamptz) bool
    isfinite(interval) bool
    ishorizontal(lseg) bool
    ishorizontal(line) bool
    ishorizontal(point,point) bool
    isopen(path) bool
    isparallel(lseg,lseg) bool
    isparallel(line,line) bool
    isperp(lseg,lseg) bool
    isperp(line,line) bool
    isvertical(lseg) bool
    isvertical(line) bool
    isvertical(point,point) bool
    json_agg(anyelement) json aggregate stable called
    json_array_element(json,int4) json
    json_array_element_text(json,int4) text
    json_array_elements(json) json set out=value:json
    json_array_elements_text(json) text set out=value:text
    json_array_length(json) int4
    json_build_array() json stable called
    json_build_array(*any) json stable called
    json_build_object() json stable called
    json_build_object(*any) json stable called
    json_each(json) record set out=key:text,value:json
    json_each_text(json) record set out=key:text,value:text
    json_extract_path(json,*_text) json
    json_extract_path_text(json,*_text) text
    json_object(_text) json
    json_object(_text,_text) json
    json_object_agg(any,any) json aggregate stable called
    json_object_field(json,text) json
    json_object_field_text(json,text) text
    json_object_keys(json) text set
    json_populate_record(anyelement,json,bool?) anyelement stable called names=base,from_json,use_json_as_text
    json_populate_recordset(anyelement,json,bool?) anyelement set stable called names=base,from_json,use_json_as_text
    json_send(json) bytea
    json_strip_nulls(json) json
    json_to_record(json) record stable
    json_to_recordset(json) record set stable called
    json_to_tsvector(json,jsonb) tsvector stable
    json_to_tsvector(regconfig,json,jsonb) tsvector
    json_typeof(json) text
    jsonb_agg(anyelement) jsonb aggregate stable called
    jsonb_array_element(jsonb,int4) jsonb
    jsonb_array_element_text(jsonb,int4) text
    jsonb_array_elements(jsonb) jsonb set out=value:jsonb
    jsonb_array_elements_text(jsonb) text set out=value:text
    jsonb_array_length(jsonb) int4
    jsonb_build_array() jsonb stable called
    jsonb_build_array(*any) jsonb stable called
    jsonb_build_object() jsonb stable called
    jsonb_build_object(*any) jsonb stable called
    jsonb_cmp(jsonb,jsonb) int4
    jsonb_concat(jsonb,jsonb) jsonb
    jsonb_contained(jsonb,jsonb) bool
    jsonb_contains(jsonb,jsonb) bool
    jsonb_delete(jsonb,*_text) jsonb
    jsonb_delete(jsonb,int4) jsonb
    jsonb_delete(jsonb,text) jsonb
    jsonb_delete_path(jsonb,_text) jsonb
    jsonb_each(jsonb) record set out=key:text,value:jsonb
    jsonb_each_text(jsonb) record set out=key:text,value:text
    jsonb_eq(jsonb,jsonb) bool
    jsonb_exists(jsonb,text) bool
    jsonb_exists_all(jsonb,_text) bool
    jsonb_exists_any(jsonb,_text) bool
    jsonb_extract_path(jsonb,*_text) jsonb
    jsonb_extract_path_text(jsonb,*_text) text
    jsonb_ge(jsonb,jsonb) bool
    jsonb_gt(jsonb,jsonb) bool
    jsonb_hash(jsonb) int4
    jsonb_hash_extended(jsonb,int8) int8
    jsonb_insert(jsonb,_text,jsonb,bool?) jsonb names=jsonb_in,path,replacement,insert_after
    jsonb_le(jsonb,jsonb) bool
    jsonb_lt(jsonb,jsonb) bool
    jsonb_ne(jsonb,jsonb) bool
    jsonb_object(_text) jsonb
    jsonb_object(_text,_text) jsonb
    jsonb_object_agg(any,any) jsonb aggregate called
    jsonb_object_field(jsonb,text) jsonb
    jsonb_object_field_text(jsonb,text) text
    jsonb_object_keys(jsonb) text set
    jsonb_path_exists(jsonb,jsonpath,jsonb?,bool?) bool names=target,path,vars,silent
    jsonb_path_exists_opr(jsonb,jsonpath) bool
    jsonb_path_exists_tz(jsonb,jsonpath,jsonb?,bool?) bool stable names=target,path,vars,silent
    jsonb_path_match(jsonb,jsonpath,jsonb?,bool?) bool names=target,path,vars,silent
    jsonb_path_match_opr(jsonb,jsonpath) bool
    jsonb_path_match_tz(jsonb,jsonpath,jsonb?,bool?) bool stable names=target,path,vars,silent
    jsonb_path_query(jsonb,jsonpath,jsonb?,bool?) jsonb set names=target,path,vars,silent
    jsonb_path_query_array(jsonb,jsonpath,jsonb?,bool?) jsonb names=target,path,vars,silent
    jsonb_path_query_array_tz(jsonb,jsonpath,jsonb?,bool?) jsonb stable names=target,path,vars,silent
    jsonb_path_query_first(jsonb,jsonpath,jsonb?,bool?) jsonb names=target,path,vars,silent
    jsonb_path_query_first_tz(jsonb,jsonpath,jsonb?,bool?) jsonb stable names=target,path,vars,silent
    jsonb_path_query_tz(jsonb,jsonpath,jsonb?,bool?) jsonb set stable names=target,path,vars,silent
    jsonb_populate_record(anyelement,jsonb) anyelement stable called
    jsonb_populate_recordset(anyelement,jsonb) anyelement set stable called
    jsonb_pretty(jsonb) text
    jsonb_send(jsonb) bytea
    jsonb_set(jsonb,_text,jsonb,bool?) jsonb names=jsonb_in,path,replacement,create_if_missing
    jsonb_set_lax(jsonb,_text,jsonb,bool?,text?) jsonb called names=jsonb_in,path,replacement,create_if_missing,null_value_treatment
    jsonb_strip_nulls(jsonb) jsonb
    jsonb_to_record(jsonb) record stable
    jsonb_to_recordset(jsonb) record set stable called
    jsonb_to_tsvector(jsonb,jsonb) tsvector stable
    jsonb_to_tsvector(regconfig,jsonb,jsonb) tsvector
    jsonb_typeof(jsonb) text
    jsonpath_send(jsonpath) bytea
    justify_days(interval) interval
    justify_hours(interval) interval
    justify_interval(interval) interval
    lag(anyelement) anyelement window
    lag(anyelement,int4) anyelement window
    lag(anycompatible,int4,anycompatible) anycompatible window
    last_value(anyelement) anyelement window
    lastval() int8 volatile
    lcm(numeric,numeric) numeric
    lcm(int8,int8) int8
    lcm(int4,int4) int4
    lead(anyelement) anyelement window
    lead(anyelement,int4) anyelement window
    lead(anycompatible,int4,anycompatible) anycompatible window
    left(text,int4) text
    length(bpchar) int4
    length(bit) int4
    length(bytea) int4
    length(text) int4
    length(tsvector) int4
    length(lseg) float8
    length(path) float8
    length(bytea,name) int4 stable
    like(bytea,bytea) bool
    like(name,text) bool
    like(text,text) bool
    like_escape(bytea,bytea) bytea
    like_escape(text,text) text
    line(point,point) line
    line_distance(line,line) float8
    line_eq(line,line) bool
    line_horizontal(line) bool
    line_interpt(line,line) point
    line_intersect(line,line) bool
    line_parallel(line,line) bool
    line_perp(line,line) bool
    line_send(line) bytea
    line_vertical(line) bool
    ln(numeric) numeric
    ln(float8) float8
    lo_close(int4) int4 volatile
    lo_creat(int4) oid volatile
    lo_create(oid) oid volatile
    lo_export(oid,text) int4 volatile
    lo_from_bytea(oid,bytea) oid volatile
    lo_get(oid) bytea volatile
    lo_get(oid,int8,int4) bytea volatile
    lo_import(text) oid volatile
    lo_import(text,oid) oid volatile
    lo_lseek(int4,int4,int4) int4 volatile
    lo_lseek64(int4,int8,int4) int8 volatile
    lo_open(oid,int4) int4 volatile
    lo_put(oid,int8,bytea) void volatile
    lo_tell(int4) int4 volatile
    lo_tell64(int4) int8 volatile
    lo_truncate(int4,int4) int4 volatile
    lo_truncate64(int4,int8) int4 volatile
    lo_unlink(oid) int4 volatile
    log(numeric) numeric
    log(float8) float8
    log(numeric,numeric) numeric
    log10(numeric) numeric
    log10(float8) float8
    loread(int4,int4) bytea volatile
    lower(text) text
    lower(anyrange) anyelement
    lower(anymultirange) anyelement
    lower_inc(anyrange) bool
    lower_inc(anymultirange) bool
    lower_inf(anyrange) bool
    lower_inf(anymultirange) bool
    lowrite(int4,bytea) int4 volatile
    lpad(text,int4) text
    lpad(text,int4,text) text
    lseg(box) lseg
    lseg(point,point) lseg
    lseg_center(lseg) point
    lseg_distance(lseg,lseg) float8
    lseg_eq(lseg,lseg) bool leakproof
    lseg_ge(lseg,lseg) bool leakproof
    lseg_gt(lseg,lseg) bool leakproof
    lseg_horizontal(lseg) bool
    lseg_interpt(lseg,lseg) point
    lseg_intersect(lseg,lseg) bool
    lseg_le(lseg,lseg) bool leakproof
    lseg_length(lseg) float8
    lseg_lt(lseg,lseg) bool leakproof
    lseg_ne(lseg,lseg) bool leakproof
    lseg_parallel(lseg,lseg) bool
    lseg_perp(lseg,lseg) bool
    lseg_send(lseg) bytea
    lseg_vertical(lseg) bool
    ltrim(text) text
    ltrim(bytea,bytea) bytea
    ltrim(text,text) text
    macaddr(macaddr8) macaddr
    macaddr8(macaddr) macaddr8 leakproof
    macaddr8_and(macaddr8,macaddr8) macaddr8
    macaddr8_cmp(macaddr8,macaddr8) int4 leakproof
    macaddr8_eq(macaddr8,macaddr8) bool leakproof
    macaddr8_ge(macaddr8,macaddr8) bool leakproof
    macaddr8_gt(macaddr8,macaddr8) bool leakproof
    macaddr8_le(macaddr8,macaddr8) bool leakproof
    macaddr8_lt(macaddr8,macaddr8) bool leakproof
    macaddr8_ne(macaddr8,macaddr8) bool leakproof
    macaddr8_not(macaddr8) macaddr8
    macaddr8_or(macaddr8,macaddr8) macaddr8
    macaddr8_send(macaddr8) bytea
    macaddr8_set7bit(macaddr8) macaddr8
    macaddr_and(macaddr,macaddr) macaddr
    macaddr_cmp(macaddr,macaddr) int4 leakproof
    macaddr_eq(macaddr,macaddr) bool leakproof
    macaddr_ge(macaddr,macaddr) bool leakproof
    macaddr_gt(macaddr,macaddr) bool leakproof
    macaddr_le(macaddr,macaddr) bool leakproof
    macaddr_lt(macaddr,macaddr) bool leakproof
    macaddr_ne(macaddr,macaddr) bool leakproof
    macaddr_not(macaddr) macaddr
    macaddr_or(macaddr,macaddr) macaddr
    macaddr_send(macaddr) bytea
    make_date(int4,int4,int4) date
    make_interval(int4?,int4?,int4?,int4?,int4?,int4?,float8?) interval names=years,months,weeks,days,hours,mins,secs
    make_time(int4,int4,float8) time
    make_timestamp(int4,int4,int4,int4,int4,float8) timestamp
    make_timestamptz(int4,int4,int4,int4,int4,float8) timestamptz stable
    make_timestamptz(int4,int4,int4,int4,int4,float8,text) timestamptz stable
    makeaclitem(oid,oid,text,bool) aclitem
    masklen(inet) int4
    max(bpchar) bpchar aggregate called
    max(date) date aggregate called
    max(time) time aggregate called
    max(timestamp) timestamp aggregate called
    max(timestamptz) timestamptz aggregate called
    max(interval) interval aggregate called
    max(timetz) timetz aggregate called
    max(numeric) numeric aggregate called
    max(int8) int8 aggregate called
    max(int2) int2 aggregate called
    max(anyarray) anyarray aggregate called
    max(int4) int4 aggregate called
    max(text) text aggregate called
    max(oid) oid aggregate called
    max(tid) tid aggregate called
    max(pg_lsn) pg_lsn aggregate called
    max(anyenum) anyenum aggregate called
    max(xid8) xid8 aggregate called
    max(float4) float4 aggregate called
    max(float8) float8 aggregate called
    max(money) money aggregate called
    max(inet) inet aggregate called
    md5(bytea) text leakproof
    md5(text) text leakproof
    min(bpchar) bpchar aggregate called
    min(date) date aggregate called
    min(time) time aggregate called
    min(timestamp) timestamp aggregate called
    min(timestamptz) timestamptz aggregate called
    min(interval) interval aggregate called
    min(timetz) timetz aggregate called
    min(numeric) numeric aggregate called
    min(int8) int8 aggregate called
    min(int2) int2 aggregate called
    min(anyarray) anyarray aggregate called
    min(int4) int4 aggregate called
    min(text) text aggregate called
    min(oid) oid aggregate called
    min(tid) tid aggregate called
    min(pg_lsn) pg_lsn aggregate called
    min(anyenum) anyenum aggregate called
    min(xid8) xid8 aggregate called
    min(float4) float4 aggregate called
    min(float8) float8 aggregate called
    min(money) money aggregate called
    min(inet) inet aggregate called
    min_scale(numeric) int4
    mod(numeric,numeric) numeric
    mod(int8,int8) int8
    mod(int2,int2) int2
    mod(int4,int4) int4
    mode(anyelement) anyelement aggregate called ordered=0
    money(numeric) money stable
    money(int8) money stable
    money(int4) money stable
    mul_d_interval(float8,interval) interval
    multirange(anyrange) anymultirange
    multirange_adjacent_multirange(anymultirange,anymultirange) bool
    multirange_adjacent_range(anymultirange,anyrange) bool
    multirange_after_multirange(anymultirange,anymultirange) bool
    multirange_after_range(anymultirange,anyrange) bool
    multirange_before_multirange(anymultirange,anymultirange) bool
    multirange_before_range(anymultirange,anyrange) bool
    multirange_cmp(anymultirange,anymultirange) int4
    multirange_contained_by_multirange(anymultirange,anymultirange) bool
    multirange_contained_by_range(anymultirange,anyrange) bool
    multirange_contains_elem(anymultirange,anyelement) bool
    multirange_contains_multirange(anymultirange,anymultirange) bool
    multirange_contains_range(anymultirange,anyrange) bool
    multirange_eq(anymultirange,anymultirange) bool
    multirange_ge(anymultirange,anymultirange) bool
    multirange_gt(anymultirange,anymultirange) bool
    multirange_intersect(anymultirange,anymultirange) anymultirange
    multirange_intersect_agg_transfn(anymultirange,anymultirange) anymultirange
    multirange_le(anymultirange,anymultirange) bool
    multirange_lt(anymultirange,anymultirange) bool
    multirange_minus(anymultirange,anymultirange) anymultirange
    multirange_ne(anymultirange,anymultirange) bool
    multirange_overlaps_multirange(anymultirange,anymultirange) bool
    multirange_overlaps_range(anymultirange,anyrange) bool
    multirange_overleft_multirange(anymultirange,anymultirange) bool
    multirange_overleft_range(anymultirange,anyrange) bool
    multirange_overright_multirange(anymultirange,anymultirange) bool
    multirange_overright_range(anymultirange,anyrange) bool
    multirange_send(anymultirange) bytea stable
    multirange_union(anymultirange,anymultirange) anymultirange
    mxid_age(xid) int4 stable
    name(bpchar) name leakproof
    name(varchar) name leakproof
    name(text) name leakproof
    nameconcatoid(name,oid) name
    nameeq(name,name) bool leakproof
    nameeqtext(name,text) bool leakproof
    namege(name,name) bool leakproof
    namegetext(name,text) bool leakproof
    namegt(name,name) bool leakproof
    namegttext(name,text) bool leakproof
    nameiclike(name,text) bool
    nameicnlike(name,text) bool
    nameicregexeq(name,text) bool
    nameicregexne(name,text) bool
    namele(name,name) bool leakproof
    nameletext(name,text) bool leakproof
    namelike(name,text) bool
    namelt(name,name) bool leakproof
    namelttext(name,text) bool leakproof
    namene(name,name) bool leakproof
    namenetext(name,text) bool leakproof
    namenlike(name,text) bool
    nameregexeq(name,text) bool
    nameregexne(name,text) bool
    namesend(name) bytea stable
    netmask(inet) inet
    network(inet) cidr
    network_cmp(inet,inet) int4 leakproof
    network_eq(inet,inet) bool leakproof
    network_ge(inet,inet) bool leakproof
    network_gt(inet,inet) bool leakproof
    network_larger(inet,inet) inet
    network_le(inet,inet) bool leakproof
    network_lt(inet,inet) bool leakproof
    network_ne(inet,inet) bool leakproof
    network_overlap(inet,inet) bool
    network_smaller(inet,inet) inet
    network_sub(inet,inet) bool
    network_subeq(inet,inet) bool
    network_sup(inet,inet) bool
    network_supeq(inet,inet) bool
    nextval(regclass) int8 volatile
    normalize(text,text?) text
    notlike(bytea,bytea) bool
    notlike(name,text) bool
    notlike(text,text) bool
    now() timestamptz stable
    npoints(path) int4
    npoints(polygon) int4
    nth_value(anyelement,int4) anyelement window
    ntile(int4) int4 window
    num_nonnulls(*any) int4 called
    num_nulls(*any) int4 called
    numeric(int8) numeric leakproof
    numeric(int2) numeric leakproof
    numeric(int4) numeric leakproof
    numeric(jsonb) numeric
    numeric(float4) numeric leakproof
    numeric(float8) numeric leakproof
    numeric(money) numeric stable
    numeric(numeric,int4) numeric
    numeric_abs(numeric) numeric
    numeric_add(numeric,numeric) numeric
    numeric_cmp(numeric,numeric) int4
    numeric_div(numeric,numeric) numeric
    numeric_div_trunc(numeric,numeric) numeric
    numeric_eq(numeric,numeric) bool
    numeric_exp(numeric) numeric
    numeric_ge(numeric,numeric) bool
    numeric_gt(numeric,numeric) bool
    numeric_inc(numeric) numeric
    numeric_larger(numeric,numeric) numeric
    numeric_le(numeric,numeric) bool
    numeric_ln(numeric) numeric
    numeric_log(numeric,numeric) numeric
    numeric_lt(numeric,numeric) bool
    numeric_mod(numeric,numeric) numeric
    numeric_mul(numeric,numeric) numeric
    numeric_ne(numeric,numeric) bool
    numeric_pl_pg_lsn(numeric,pg_lsn) pg_lsn
    numeric_power(numeric,numeric) numeric
    numeric_send(numeric) bytea
    numeric_smaller(numeric,numeric) numeric
    numeric_sqrt(numeric) numeric
    numeric_sub(numeric,numeric) numeric
    numeric_uminus(numeric) numeric
    numeric_uplus(numeric) numeric
    nummultirange() nummultirange
    nummultirange(numrange) nummultirange
    nummultirange(*_numrange) nummultirange
    numnode(tsquery) int4
    numrange(numeric,numeric) numrange called
    numrange(numeric,numeric,text) numrange called
    numrange_subdiff(numeric,numeric) float8
    obj_description(oid) text stable
    obj_description(oid,name) text stable
    octet_length(bpchar) int4
    octet_length(bit) int4
    octet_length(bytea) int4
    octet_length(text) int4
    oid(int8) oid
    oideq(oid,oid) bool leakproof
    oidge(oid,oid) bool leakproof
    oidgt(oid,oid) bool leakproof
    oidlarger(oid,oid) oid
    oidle(oid,oid) bool leakproof
    oidlt(oid,oid) bool leakproof
    oidne(oid,oid) bool leakproof
    oidsend(oid) bytea
    oidsmaller(oid,oid) oid
    oidvectoreq(oidvector,oidvector) bool leakproof
    oidvectorge(oidvector,oidvector) bool leakproof
    oidvectorgt(oidvector,oidvector) bool leakproof
    oidvectorle(oidvector,oidvector) bool leakproof
    oidvectorlt(oidvector,oidvector) bool leakproof
    oidvectorne(oidvector,oidvector) bool leakproof
    oidvectorsend(oidvector) bytea
    oidvectortypes(oidvector) text stable
    on_pb(point,box) bool
    on_pl(point,line) bool
    on_ppath(point,path) bool
    on_ps(point,lseg) bool
    on_sb(lseg,box) bool
    on_sl(lseg,line) bool
    overlaps(time,time,time,time) bool called
    overlaps(time,time,time,interval) bool called
    overlaps(time,interval,time,time) bool called
    overlaps(time,interval,time,interval) bool called
    overlaps(timestamp,timestamp,timestamp,timestamp) bool called
    overlaps(timestamp,timestamp,timestamp,interval) bool called
    overlaps(timestamp,interval,timestamp,timestamp) bool called
    overlaps(timestamp,interval,timestamp,interval) bool called
    overlaps(timestamptz,timestamptz,timestamptz,timestamptz) bool called
    overlaps(timestamptz,timestamptz,timestamptz,interval) bool stable called
    overlaps(timestamptz,interval,timestamptz,timestamptz) bool stable called
    overlaps(timestamptz,interval,timestamptz,interval) bool stable called
    overlaps(timetz,timetz,timetz,timetz) bool called
    overlay(bit,bit,int4) bit
    overlay(bytea,bytea,int4) bytea
    overlay(text,text,int4) text
    overlay(bit,bit,int4,int4) bit
    overlay(bytea,bytea,int4,int4) bytea
    overlay(text,text,int4,int4) text
    parse_ident(text,bool?) _text names=str,strict
    path(polygon) path
    path_add(path,path) path
    path_add_pt(path,point) path
    path_contain_pt(path,point) bool
    path_distance(path,path) float8
    path_div_pt(path,point) path
    path_inter(path,path) bool
    path_length(path) float8
    path_mul_pt(path,point) path
    path_n_eq(path,path) bool
    path_n_ge(path,path) bool
    path_n_gt(path,path) bool
    path_n_le(path,path) bool
    path_n_lt(path,path) bool
    path_npoints(path) int4
    path_send(path) bytea
    path_sub_pt(path,point) path
    pclose(path) path
    percent_rank() float8 window called
    percent_rank(*any) float8 aggregate called ordered=1
    percentile_cont(_float8,interval) _interval aggregate called ordered=1
    percentile_cont(_float8,float8) _float8 aggregate called ordered=1
    percentile_cont(float8,interval) interval aggregate called ordered=1
    percentile_cont(float8,float8) float8 aggregate called ordered=1
    percentile_disc(_float8,anyelement) anyarray aggregate called ordered=1
    percentile_disc(float8,anyelement) anyelement aggregate called ordered=1
    pg_advisory_lock(int8) void volatile
    pg_advisory_lock(int4,int4) void volatile
    pg_advisory_lock_shared(int8) void volatile
    pg_advisory_lock_shared(int4,int4) void volatile
    pg_advisory_unlock(int8) bool volatile
    pg_advisory_unlock(int4,int4) bool volatile
    pg_advisory_unlock_all() void volatile
    pg_advisory_unlock_shared(int8) bool volatile
    pg_advisory_unlock_shared(int4,int4) bool volatile
    pg_advisory_xact_lock(int8) void volatile
    pg_advisory_xact_lock(int4,int4) void volatile
    pg_advisory_xact_lock_shared(int8) void volatile
    pg_advisory_xact_lock_shared(int4,int4) void volatile
    pg_available_extension_versions() record set stable out=name:name,version:text,superuser:bool,trusted:bool,relocatable:bool,schema:name,requires:_name,comment:text
    pg_available_extensions() record set stable out=name:name,default_version:text,comment:text
    pg_backend_pid() int4 stable
    pg_backup_start(text,bool?) pg_lsn volatile names=label,fast
    pg_backup_stop(bool?) record volatile names=wait_for_archive out=lsn:pg_lsn,labelfile:text,spcmapfile:text
    pg_blocking_pids(int4) _int4 volatile
    pg_cancel_backend(int4) bool volatile
    pg_char_to_encoding(name) int4 stable
    pg_client_encoding() name stable
    pg_collation_actual_version(oid) text volatile
    pg_collation_for(any) text stable called
    pg_collation_is_visible(oid) bool stable
    pg_column_compression(any) text stable
    pg_column_is_updatable(regclass,int2,bool) bool stable
    pg_column_size(any) int4 stable
    pg_conf_load_time() timestamptz stable
    pg_config() record set stable out=name:text,setting:text
    pg_control_checkpoint() record volatile out=checkpoint_lsn:pg_lsn,redo_lsn:pg_lsn,redo_wal_file:text,timeline_id:int4,prev_timeline_id:int4,full_page_writes:bool,next_xid:text,next_oid:oid,next_multixact_id:xid,next_multi_offset:xid,oldest_xid:xid,oldest_xid_dbid:oid,oldest_active_xid:xid,oldest_multi_xid:xid,oldest_multi_dbid:oid,oldest_commit_ts_xid:xid,newest_commit_ts_xid:xid,checkpoint_time:timestamptz
    pg_control_init() record volatile out=max_data_alignment:int4,database_block_size:int4,blocks_per_segment:int4,wal_block_size:int4,bytes_per_wal_segment:int4,max_identifier_length:int4,max_index_columns:int4,max_toast_chunk_size:int4,large_object_chunk_size:int4,float8_pass_by_value:bool,data_page_checksum_version:int4
    pg_control_recovery() record volatile out=min_recovery_end_lsn:pg_lsn,min_recovery_end_timeline:int4,backup_start_lsn:pg_lsn,backup_end_lsn:pg_lsn,end_of_backup_record_required:bool
    pg_control_system() record volatile out=pg_control_version:int4,catalog_version_no:int4,system_identifier:int8,pg_control_last_modified:timestamptz
    pg_conversion_is_visible(oid) bool stable
    pg_copy_logical_replication_slot(name,name) record volatile out=slot_name:name,lsn:pg_lsn
    pg_copy_logical_replication_slot(name,name,bool) record volatile out=slot_name:name,lsn:pg_lsn
    pg_copy_logical_replication_slot(name,name,bool,name) record volatile out=slot_name:name,lsn:pg_lsn
    pg_copy_physical_replication_slot(name,name) record volatile out=slot_name:name,lsn:pg_lsn
    pg_copy_physical_replication_slot(name,name,bool) record volatile out=slot_name:name,lsn:pg_lsn
    pg_create_logical_replication_slot(name,name,bool?,bool?) record volatile names=slot_name,plugin,temporary,twophase out=slot_name:name,lsn:pg_lsn
    pg_create_physical_replication_slot(name,bool?,bool?) record volatile names=slot_name,immediately_reserve,temporary out=slot_name:name,lsn:pg_lsn
    pg_create_restore_point(text) pg_lsn volatile
    pg_current_logfile() text volatile called
    pg_current_logfile(text) text volatile called
    pg_current_snapshot() pg_snapshot stable
    pg_current_wal_flush_lsn() pg_lsn volatile
    pg_current_wal_insert_lsn() pg_lsn volatile
    pg_current_wal_lsn() pg_lsn volatile
    pg_current_xact_id() xid8 stable
    pg_current_xact_id_if_assigned() xid8 stable
    pg_cursor() record set stable out=name:text,statement:text,is_holdable:bool,is_binary:bool,is_scrollable:bool,creation_time:timestamptz
    pg_database_collation_actual_version(oid) text volatile
    pg_database_size(name) int8 volatile
    pg_database_size(oid) int8 volatile
    pg_ddl_command_send(pg_ddl_command) bytea
    pg_dependencies_send(pg_dependencies) bytea stable
    pg_describe_object(oid,oid,int4) text stable
    pg_drop_replication_slot(name) void volatile
    pg_encoding_max_length(int4) int4
    pg_encoding_to_char(int4) name stable
    pg_event_trigger_ddl_commands() record set stable out=classid:oid,objid:oid,objsubid:int4,command_tag:text,object_type:text,schema_name:text,object_identity:text,in_extension:bool,command:pg_ddl_command
    pg_event_trigger_dropped_objects() record set stable out=classid:oid,objid:oid,objsubid:int4,original:bool,normal:bool,is_temporary:bool,object_type:text,schema_name:text,object_name:text,object_identity:text,address_names:_text,address_args:_text
    pg_event_trigger_table_rewrite_oid() oid stable out=oid:oid
    pg_event_trigger_table_rewrite_reason() int4 stable
    pg_export_snapshot() text volatile
    pg_extension_config_dump(regclass,text) void volatile
    pg_extension_update_paths(name) record set stable out=source:text,target:text,path:text
    pg_filenode_relation(oid,oid) regclass stable
    pg_function_is_visible(oid) bool stable
    pg_get_backend_memory_contexts() record set volatile out=name:text,ident:text,parent:text,level:int4,total_bytes:int8,total_nblocks:int8,free_bytes:int8,free_chunks:int8,used_bytes:int8
    pg_get_catalog_foreign_keys() record set stable out=fktable:regclass,fkcols:_text,pktable:regclass,pkcols:_text,is_array:bool,is_opt:bool
    pg_get_constraintdef(oid) text stable
    pg_get_constraintdef(oid,bool) text stable
    pg_get_expr(pg_node_tree,oid) text stable
    pg_get_expr(pg_node_tree,oid,bool) text stable
    pg_get_function_arg_default(oid,int4) text stable
    pg_get_function_arguments(oid) text stable
    pg_get_function_identity_arguments(oid) text stable
    pg_get_function_result(oid) text stable
    pg_get_function_sqlbody(oid) text stable
    pg_get_functiondef(oid) text stable
    pg_get_indexdef(oid) text stable
    pg_get_indexdef(oid,int4,bool) text stable
    pg_get_keywords() record set stable out=word:text,catcode:char,barelabel:bool,catdesc:text,baredesc:text
    pg_get_multixact_members(xid) record set volatile out=xid:xid,mode:text
    pg_get_object_address(text,_text,_text) record stable out=classid:oid,objid:oid,objsubid:int4
    pg_get_partition_constraintdef(oid) text stable
    pg_get_partkeydef(oid) text stable
    pg_get_publication_tables(text) record set stable out=relid:oid,attrs:int2vector,qual:pg_node_tree
    pg_get_replica_identity_index(regclass) regclass stable
    pg_get_replication_slots() record set stable called out=slot_name:name,plugin:name,slot_type:text,datoid:oid,temporary:bool,active:bool,active_pid:int4,xmin:xid,catalog_xmin:xid,restart_lsn:pg_lsn,confirmed_flush_lsn:pg_lsn,wal_status:text,safe_wal_size:int8,two_phase:bool
    pg_get_ruledef(oid) text stable
    pg_get_ruledef(oid,bool) text stable
    pg_get_serial_sequence(text,text) text stable
    pg_get_shmem_allocations() record set volatile out=name:text,off:int8,size:int8,allocated_size:int8
    pg_get_statisticsobjdef(oid) text stable
    pg_get_statisticsobjdef_columns(oid) text stable
    pg_get_statisticsobjdef_expressions(oid) _text stable
    pg_get_triggerdef(oid) text stable
    pg_get_triggerdef(oid,bool) text stable
    pg_get_userbyid(oid) name stable
    pg_get_viewdef(text) text stable
    pg_get_viewdef(oid) text stable
    pg_get_viewdef(text,bool) text stable
    pg_get_viewdef(oid,bool) text stable
    pg_get_viewdef(oid,int4) text stable
    pg_get_wal_replay_pause_state() text volatile
    pg_get_wal_resource_managers() record set volatile out=rm_id:int4,rm_name:text,rm_builtin:bool
    pg_has_role(name,text) bool stable
    pg_has_role(oid,text) bool stable
    pg_has_role(name,name,text) bool stable
    pg_has_role(name,oid,text) bool stable
    pg_has_role(oid,name,text) bool stable
    pg_has_role(oid,oid,text) bool stable
    pg_hba_file_rules() record set volatile out=line_number:int4,type:text,database:_text,user_name:_text,address:text,netmask:text,auth_method:text,options:_text,error:text
    pg_ident_file_mappings() record set volatile out=line_number:int4,map_name:text,sys_name:text,pg_username:text,error:text
    pg_identify_object(oid,oid,int4) record stable out=type:text,schema:text,name:text,identity:text
    pg_identify_object_as_address(oid,oid,int4) record stable out=type:text,object_names:_text,object_args:_text
    pg_import_system_collations(regnamespace) int4 volatile
    pg_index_column_has_property(regclass,int4,text) bool stable
    pg_index_has_property(regclass,text) bool stable
    pg_indexam_has_property(oid,text) bool stable
    pg_indexam_progress_phasename(oid,int8) text
    pg_indexes_size(regclass) int8 volatile
    pg_is_in_recovery() bool volatile
    pg_is_other_temp_schema(oid) bool stable
    pg_is_wal_replay_paused() bool volatile
    pg_isolation_test_session_is_blocked(int4,_int4) bool volatile
    pg_jit_available() bool volatile
    pg_last_committed_xact() record volatile out=xid:xid,timestamp:timestamptz,roident:oid
    pg_last_wal_receive_lsn() pg_lsn volatile
    pg_last_wal_replay_lsn() pg_lsn volatile
    pg_last_xact_replay_timestamp() timestamptz volatile
    pg_listening_channels() text set stable
    pg_lock_status() record set volatile out=locktype:text,database:oid,relation:oid,page:int4,tuple:int2,virtualxid:text,transactionid:xid,classid:oid,objid:oid,objsubid:int2,virtualtransaction:text,pid:int4,mode:text,granted:bool,fastpath:bool,waitstart:timestamptz
    pg_log_backend_memory_contexts(int4) bool volatile
    pg_logical_emit_message(bool,text,bytea) pg_lsn volatile
    pg_logical_emit_message(bool,text,text) pg_lsn volatile
    pg_logical_slot_get_binary_changes(name,pg_lsn,int4,*_text?) record set volatile called names=slot_name,upto_lsn,upto_nchanges,options out=lsn:pg_lsn,xid:xid,data:bytea
    pg_logical_slot_get_changes(name,pg_lsn,int4,*_text?) record set volatile called names=slot_name,upto_lsn,upto_nchanges,options out=lsn:pg_lsn,xid:xid,data:text
    pg_logical_slot_peek_binary_changes(name,pg_lsn,int4,*_text?) record set volatile called names=slot_name,upto_lsn,upto_nchanges,options out=lsn:pg_lsn,xid:xid,data:bytea
    pg_logical_slot_peek_changes(name,pg_lsn,int4,*_text?) record set volatile called names=slot_name,upto_lsn,upto_nchanges,options out=lsn:pg_lsn,xid:xid,data:text
    pg_ls_archive_statusdir() record set volatile out=name:text,size:int8,modification:timestamptz
    pg_ls_dir(text) text set volatile
    pg_ls_dir(text,bool,bool) text set volatile
    pg_ls_logdir() record set volatile out=name:text,size:int8,modification:timestamptz
    pg_ls_logicalmapdir() record set volatile out=name:text,size:int8,modification:timestamptz
    pg_ls_logicalsnapdir() record set volatile out=name:text,size:int8,modification:timestamptz
    pg_ls_replslotdir(text) record set volatile out=name:text,size:int8,modification:timestamptz
    pg_ls_tmpdir() record set volatile out=name:text,size:int8,modification:timestamptz
    pg_ls_tmpdir(oid) record set volatile out=name:text,size:int8,modification:timestamptz
    pg_ls_waldir() record set volatile out=name:text,size:int8,modification:timestamptz
    pg_lsn(numeric) pg_lsn
    pg_lsn_cmp(pg_lsn,pg_lsn) int4 leakproof
    pg_lsn_eq(pg_lsn,pg_lsn) bool leakproof
    pg_lsn_ge(pg_lsn,pg_lsn) bool leakproof
    pg_lsn_gt(pg_lsn,pg_lsn) bool leakproof
    pg_lsn_hash(pg_lsn) int4
    pg_lsn_hash_extended(pg_lsn,int8) int8
    pg_lsn_larger(pg_lsn,pg_lsn) pg_lsn
    pg_lsn_le(pg_lsn,pg_lsn) bool leakproof
    pg_lsn_lt(pg_lsn,pg_lsn) bool leakproof
    pg_lsn_mi(pg_lsn,pg_lsn) numeric
    pg_lsn_mii(pg_lsn,numeric) pg_lsn
    pg_lsn_ne(pg_lsn,pg_lsn) bool leakproof
    pg_lsn_pli(pg_lsn,numeric) pg_lsn
    pg_lsn_send(pg_lsn) bytea
    pg_lsn_smaller(pg_lsn,pg_lsn) pg_lsn
    pg_mcv_list_items(pg_mcv_list) record set stable out=index:int4,values:_text,nulls:_bool,frequency:float8,base_frequency:float8
    pg_mcv_list_send(pg_mcv_list) bytea stable
    pg_my_temp_schema() oid stable
    pg_ndistinct_send(pg_ndistinct) bytea stable
    pg_nextoid(regclass,name,regclass) oid volatile
    pg_node_tree_send(pg_node_tree) bytea stable
    pg_notification_queue_usage() float8 volatile
    pg_notify(text,text) void volatile called
    pg_opclass_is_visible(oid) bool stable
    pg_operator_is_visible(oid) bool stable
    pg_opfamily_is_visible(oid) bool stable
    pg_options_to_table(_text) record set stable out=option_name:text,option_value:text
    pg_partition_ancestors(regclass) regclass set volatile out=relid:regclass
    pg_partition_root(regclass) regclass
    pg_partition_tree(regclass) record set volatile out=relid:regclass,parentrelid:regclass,isleaf:bool,level:int4
    pg_postmaster_start_time() timestamptz stable
    pg_prepared_statement() record set stable out=name:text,statement:text,prepare_time:timestamptz,parameter_types:_regtype,from_sql:bool,generic_plans:int8,custom_plans:int8
    pg_prepared_xact() record set volatile out=transaction:xid,gid:text,prepared:timestamptz,ownerid:oid,dbid:oid
    pg_promote(bool?,int4?) bool volatile names=wait,wait_seconds
    pg_read_binary_file(text) bytea volatile
    pg_read_binary_file(text,int8,int8) bytea volatile
    pg_read_binary_file(text,int8,int8,bool) bytea volatile
    pg_read_file(text) text volatile
    pg_read_file(text,int8,int8) text volatile
    pg_read_file(text,int8,int8,bool) text volatile
    pg_read_file_old(text,int8,int8) text volatile
    pg_relation_filenode(regclass) oid stable
    pg_relation_filepath(regclass) text stable
    pg_relation_is_publishable(regclass) bool stable
    pg_relation_is_updatable(regclass,bool) int4 stable
    pg_relation_size(regclass) int8 volatile
    pg_relation_size(regclass,text) int8 volatile
    pg_reload_conf() bool volatile
    pg_replication_origin_advance(text,pg_lsn) void volatile
    pg_replication_origin_create(text) oid volatile
    pg_replication_origin_drop(text) void volatile
    pg_replication_origin_oid(text) oid stable
    pg_replication_origin_progress(text,bool) pg_lsn volatile
    pg_replication_origin_session_is_setup() bool volatile
    pg_replication_origin_session_progress(bool) pg_lsn volatile
    pg_replication_origin_session_reset() void volatile
    pg_replication_origin_session_setup(text) void volatile
    pg_replication_origin_xact_reset() void volatile
    pg_replication_origin_xact_setup(pg_lsn,timestamptz) void volatile
    pg_replication_slot_advance(name,pg_lsn) record volatile out=slot_name:name,end_lsn:pg_lsn
    pg_rotate_logfile() bool volatile
    pg_rotate_logfile_old() bool volatile
    pg_safe_snapshot_blocking_pids(int4) _int4 volatile
    pg_sequence_last_value(regclass) int8 volatile
    pg_sequence_parameters(oid) record stable out=start_value:int8,minimum_value:int8,maximum_value:int8,increment:int8,cycle_option:bool,cache_size:int8,data_type:oid
    pg_settings_get_flags(text) _text stable
    pg_show_all_file_settings() record set volatile out=sourcefile:text,sourceline:int4,seqno:int4,name:text,setting:text,applied:bool,error:text
    pg_show_all_settings() record set stable out=name:text,setting:text,unit:text,category:text,short_desc:text,extra_desc:text,context:text,vartype:text,source:text,min_val:text,max_val:text,enumvals:_text,boot_val:text,reset_val:text,sourcefile:text,sourceline:int4,pending_restart:bool
    pg_show_replication_origin_status() record set volatile called out=local_id:oid,external_id:text,remote_lsn:pg_lsn,local_lsn:pg_lsn
    pg_size_bytes(text) int8
    pg_size_pretty(numeric) text
    pg_size_pretty(int8) text
    pg_sleep(float8) void volatile
    pg_sleep_for(interval) void volatile
    pg_sleep_until(timestamptz) void volatile
    pg_snapshot_send(pg_snapshot) bytea
    pg_snapshot_xip(pg_snapshot) xid8 set
    pg_snapshot_xmax(pg_snapshot) xid8
    pg_snapshot_xmin(pg_snapshot) xid8
    pg_stat_clear_snapshot() void volatile called
    pg_stat_file(text) record volatile out=size:int8,access:timestamptz,modification:timestamptz,change:timestamptz,creation:timestamptz,isdir:bool
    pg_stat_file(text,bool) record volatile out=size:int8,access:timestamptz,modification:timestamptz,change:timestamptz,creation:timestamptz,isdir:bool
    pg_stat_force_next_flush() void volatile called
    pg_stat_get_activity(int4) record set stable called out=datid:oid,pid:int4,usesysid:oid,application_name:text,state:text,query:text,wait_event_type:text,wait_event:text,xact_start:timestamptz,query_start:timestamptz,backend_start:timestamptz,state_change:timestamptz,client_addr:inet,client_hostname:text,client_port:int4,backend_xid:xid,backend_xmin:xid,backend_type:text,ssl:bool,sslversion:text,sslcipher:text,sslbits:int4,ssl_client_dn:text,ssl_client_serial:numeric,ssl_issuer_dn:text,gss_auth:bool,gss_princ:text,gss_enc:bool,leader_pid:int4,query_id:int8
    pg_stat_get_analyze_count(oid) int8 stable
    pg_stat_get_archiver() record stable called out=archived_count:int8,last_archived_wal:text,last_archived_time:timestamptz,failed_count:int8,last_failed_wal:text,last_failed_time:timestamptz,stats_reset:timestamptz
    pg_stat_get_autoanalyze_count(oid) int8 stable
    pg_stat_get_autovacuum_count(oid) int8 stable
    pg_stat_get_backend_activity(int4) text stable
    pg_stat_get_backend_activity_start(int4) timestamptz stable
    pg_stat_get_backend_client_addr(int4) inet stable
    pg_stat_get_backend_client_port(int4) int4 stable
    pg_stat_get_backend_dbid(int4) oid stable
    pg_stat_get_backend_idset() int4 set stable
    pg_stat_get_backend_pid(int4) int4 stable
    pg_stat_get_backend_start(int4) timestamptz stable
    pg_stat_get_backend_userid(int4) oid stable
    pg_stat_get_backend_wait_event(int4) text stable
    pg_stat_get_backend_wait_event_type(int4) text stable
    pg_stat_get_backend_xact_start(int4) timestamptz stable
    pg_stat_get_bgwriter_buf_written_checkpoints() int8 stable
    pg_stat_get_bgwriter_buf_written_clean() int8 stable
    pg_stat_get_bgwriter_maxwritten_clean() int8 stable
    pg_stat_get_bgwriter_requested_checkpoints() int8 stable
    pg_stat_get_bgwriter_stat_reset_time() timestamptz stable
    pg_stat_get_bgwriter_timed_checkpoints() int8 stable
    pg_stat_get_blocks_fetched(oid) int8 stable
    pg_stat_get_blocks_hit(oid) int8 stable
    pg_stat_get_buf_alloc() int8 stable
    pg_stat_get_buf_fsync_backend() int8 stable
    pg_stat_get_buf_written_backend() int8 stable
    pg_stat_get_checkpoint_sync_time() float8 stable
    pg_stat_get_checkpoint_write_time() float8 stable
    pg_stat_get_db_active_time(oid) float8 stable
    pg_stat_get_db_blk_read_time(oid) float8 stable
    pg_stat_get_db_blk_write_time(oid) float8 stable
    pg_stat_get_db_blocks_fetched(oid) int8 stable
    pg_stat_get_db_blocks_hit(oid) int8 stable
    pg_stat_get_db_checksum_failures(oid) int8 stable
    pg_stat_get_db_checksum_last_failure(oid) timestamptz stable
    pg_stat_get_db_conflict_all(oid) int8 stable
    pg_stat_get_db_conflict_bufferpin(oid) int8 stable
    pg_stat_get_db_conflict_lock(oid) int8 stable
    pg_stat_get_db_conflict_snapshot(oid) int8 stable
    pg_stat_get_db_conflict_startup_deadlock(oid) int8 stable
    pg_stat_get_db_conflict_tablespace(oid) int8 stable
    pg_stat_get_db_deadlocks(oid) int8 stable
    pg_stat_get_db_idle_in_transaction_time(oid) float8 stable
    pg_stat_get_db_numbackends(oid) int4 stable
    pg_stat_get_db_session_time(oid) float8 stable
    pg_stat_get_db_sessions(oid) int8 stable
    pg_stat_get_db_sessions_abandoned(oid) int8 stable
    pg_stat_get_db_sessions_fatal(oid) int8 stable
    pg_stat_get_db_sessions_killed(oid) int8 stable
    pg_stat_get_db_stat_reset_time(oid) timestamptz stable
    pg_stat_get_db_temp_bytes(oid) int8 stable
    pg_stat_get_db_temp_files(oid) int8 stable
    pg_stat_get_db_tuples_deleted(oid) int8 stable
    pg_stat_get_db_tuples_fetched(oid) int8 stable
    pg_stat_get_db_tuples_inserted(oid) int8 stable
    pg_stat_get_db_tuples_returned(oid) int8 stable
    pg_stat_get_db_tuples_updated(oid) int8 stable
    pg_stat_get_db_xact_commit(oid) int8 stable
    pg_stat_get_db_xact_rollback(oid) int8 stable
    pg_stat_get_dead_tuples(oid) int8 stable
    pg_stat_get_function_calls(oid) int8 stable
    pg_stat_get_function_self_time(oid) float8 stable
    pg_stat_get_function_total_time(oid) float8 stable
    pg_stat_get_ins_since_vacuum(oid) int8 stable
    pg_stat_get_last_analyze_time(oid) timestamptz stable
    pg_stat_get_last_autoanalyze_time(oid) timestamptz stable
    pg_stat_get_last_autovacuum_time(oid) timestamptz stable
    pg_stat_get_last_vacuum_time(oid) timestamptz stable
    pg_stat_get_live_tuples(oid) int8 stable
    pg_stat_get_mod_since_analyze(oid) int8 stable
    pg_stat_get_numscans(oid) int8 stable
    pg_stat_get_progress_info(text) record set stable out=pid:int4,datid:oid,relid:oid,param1:int8,param2:int8,param3:int8,param4:int8,param5:int8,param6:int8,param7:int8,param8:int8,param9:int8,param10:int8,param11:int8,param12:int8,param13:int8,param14:int8,param15:int8,param16:int8,param17:int8,param18:int8,param19:int8,param20:int8
    pg_stat_get_recovery_prefetch() record set volatile out=stats_reset:timestamptz,prefetch:int8,hit:int8,skip_init:int8,skip_new:int8,skip_fpw:int8,skip_rep:int8,wal_distance:int4,block_distance:int4,io_depth:int4
    pg_stat_get_replication_slot(text) record stable out=slot_name:text,spill_txns:int8,spill_count:int8,spill_bytes:int8,stream_txns:int8,stream_count:int8,stream_bytes:int8,total_txns:int8,total_bytes:int8,stats_reset:timestamptz
    pg_stat_get_slru() record set stable called out=name:text,blks_zeroed:int8,blks_hit:int8,blks_read:int8,blks_written:int8,blks_exists:int8,flushes:int8,truncates:int8,stats_reset:timestamptz
    pg_stat_get_snapshot_timestamp() timestamptz stable
    pg_stat_get_subscription(oid) record set stable called out=subid:oid,relid:oid,pid:int4,received_lsn:pg_lsn,last_msg_send_time:timestamptz,last_msg_receipt_time:timestamptz,latest_end_lsn:pg_lsn,latest_end_time:timestamptz
    pg_stat_get_subscription_stats(oid) record stable out=subid:oid,apply_error_count:int8,sync_error_count:int8,stats_reset:timestamptz
    pg_stat_get_tuples_deleted(oid) int8 stable
    pg_stat_get_tuples_fetched(oid) int8 stable
    pg_stat_get_tuples_hot_updated(oid) int8 stable
    pg_stat_get_tuples_inserted(oid) int8 stable
    pg_stat_get_tuples_returned(oid) int8 stable
    pg_stat_get_tuples_updated(oid) int8 stable
    pg_stat_get_vacuum_count(oid) int8 stable
    pg_stat_get_wal() record stable called out=wal_records:int8,wal_fpi:int8,wal_bytes:numeric,wal_buffers_full:int8,wal_write:int8,wal_sync:int8,wal_write_time:float8,wal_sync_time:float8,stats_reset:timestamptz
    pg_stat_get_wal_receiver() record stable called out=pid:int4,status:text,receive_start_lsn:pg_lsn,receive_start_tli:int4,written_lsn:pg_lsn,flushed_lsn:pg_lsn,received_tli:int4,last_msg_send_time:timestamptz,last_msg_receipt_time:timestamptz,latest_end_lsn:pg_lsn,latest_end_time:timestamptz,slot_name:text,sender_host:text,sender_port:int4,conninfo:text
    pg_stat_get_wal_senders() record set stable called out=pid:int4,state:text,sent_lsn:pg_lsn,write_lsn:pg_lsn,flush_lsn:pg_lsn,replay_lsn:pg_lsn,write_lag:interval,flush_lag:interval,replay_lag:interval,sync_priority:int4,sync_state:text,reply_time:timestamptz
    pg_stat_get_xact_blocks_fetched(oid) int8 volatile
    pg_stat_get_xact_blocks_hit(oid) int8 volatile
    pg_stat_get_xact_function_calls(oid) int8 volatile
    pg_stat_get_xact_function_self_time(oid) float8 volatile
    pg_stat_get_xact_function_total_time(oid) float8 volatile
    pg_stat_get_xact_numscans(oid) int8 volatile
    pg_stat_get_xact_tuples_deleted(oid) int8 volatile
    pg_stat_get_xact_tuples_fetched(oid) int8 volatile
    pg_stat_get_xact_tuples_hot_updated(oid) int8 volatile
    pg_stat_get_xact_tuples_inserted(oid) int8 volatile
    pg_stat_get_xact_tuples_returned(oid) int8 volatile
    pg_stat_get_xact_tuples_updated(oid) int8 volatile
    pg_stat_have_stats(text,oid,oid) bool volatile
    pg_stat_reset() void volatile called
    pg_stat_reset_replication_slot(text) void volatile called
    pg_stat_reset_shared(text) void volatile
    pg_stat_reset_single_function_counters(oid) void volatile
    pg_stat_reset_single_table_counters(oid) void volatile
    pg_stat_reset_slru(text) void volatile called
    pg_stat_reset_subscription_stats(oid) void volatile called
    pg_statistics_obj_is_visible(oid) bool stable
    pg_stop_making_pinned_objects() void volatile
    pg_switch_wal() pg_lsn volatile
    pg_table_is_visible(oid) bool stable
    pg_table_size(regclass) int8 volatile
    pg_tablespace_databases(oid) oid set stable
    pg_tablespace_location(oid) text stable
    pg_tablespace_size(name) int8 volatile
    pg_tablespace_size(oid) int8 volatile
    pg_terminate_backend(int4,int8?) bool volatile names=pid,timeout
    pg_timezone_abbrevs() record set stable out=abbrev:text,utc_offset:interval,is_dst:bool
    pg_timezone_names() record set stable out=name:text,abbrev:text,utc_offset:interval,is_dst:bool
    pg_total_relation_size(regclass) int8 volatile
    pg_trigger_depth() int4 stable
    pg_try_advisory_lock(int8) bool volatile
    pg_try_advisory_lock(int4,int4) bool volatile
    pg_try_advisory_lock_shared(int8) bool volatile
    pg_try_advisory_lock_shared(int4,int4) bool volatile
    pg_try_advisory_xact_lock(int8) bool volatile
    pg_try_advisory_xact_lock(int4,int4) bool volatile
    pg_try_advisory_xact_lock_shared(int8) bool volatile
    pg_try_advisory_xact_lock_shared(int4,int4) bool volatile
    pg_ts_config_is_visible(oid) bool stable
    pg_ts_dict_is_visible(oid) bool stable
    pg_ts_parser_is_visible(oid) bool stable
    pg_ts_template_is_visible(oid) bool stable
    pg_type_is_visible(oid) bool stable
    pg_typeof(any) regtype stable called
    pg_visible_in_snapshot(xid8,pg_snapshot) bool
    pg_wal_lsn_diff(pg_lsn,pg_lsn) numeric
    pg_wal_replay_pause() void volatile
    pg_wal_replay_resume() void volatile
    pg_walfile_name(pg_lsn) text
    pg_walfile_name_offset(pg_lsn) record out=file_name:text,file_offset:int4
    pg_xact_commit_timestamp(xid) timestamptz volatile
    pg_xact_commit_timestamp_origin(xid) record volatile out=timestamp:timestamptz,roident:oid
    pg_xact_status(xid8) text volatile
    phraseto_tsquery(text) tsquery stable
    phraseto_tsquery(regconfig,text) tsquery
    pi() float8
    plainto_tsquery(text) tsquery stable
    plainto_tsquery(regconfig,text) tsquery
    plpgsql_validator(oid) void volatile
    point(lseg) point
    point(box) point
    point(polygon) point
    point(circle) point
    point(float8,float8) point
    point_above(point,point) bool
    point_add(point,point) point
    point_below(point,point) bool
    point_distance(point,point) float8
    point_div(point,point) point
    point_eq(point,point) bool
    point_horiz(point,point) bool
    point_left(point,point) bool
    point_mul(point,point) point
    point_ne(point,point) bool
    point_right(point,point) bool
    point_send(point) bytea
    point_sub(point,point) point
    point_vert(point,point) bool
    poly_above(polygon,polygon) bool
    poly_below(polygon,polygon) bool
    poly_center(polygon) point
    poly_contain(polygon,polygon) bool
    poly_contain_pt(polygon,point) bool
    poly_contained(polygon,polygon) bool
    poly_distance(polygon,polygon) float8
    poly_left(polygon,polygon) bool
    poly_npoints(polygon) int4
    poly_overabove(polygon,polygon) bool
    poly_overbelow(polygon,polygon) bool
    poly_overlap(polygon,polygon) bool
    poly_overleft(polygon,polygon) bool
    poly_overright(polygon,polygon) bool
    poly_right(polygon,polygon) bool
    poly_same(polygon,polygon) bool
    poly_send(polygon) bytea
    polygon(path) polygon
    polygon(box) polygon
    polygon(circle) polygon
    polygon(int4,circle) polygon
    popen(path) path
    position(bit,bit) int4
    position(bytea,bytea) int4
    position(text,text) int4
    postgresql_fdw_validator(_text,oid) bool
    pow(numeric,numeric) numeric
    pow(float8,float8) float8
    power(numeric,numeric) numeric
    power(float8,float8) float8
    pt_contained_circle(point,circle) bool
    pt_contained_poly(point,polygon) bool
    query_to_xml(text,bool,bool,text) xml volatile
    query_to_xml_and_xmlschema(text,bool,bool,text) xml volatile
    query_to_xmlschema(text,bool,bool,text) xml volatile
    querytree(tsquery) text
    quote_ident(text) text
    quote_literal(anyelement) text stable
    quote_literal(text) text
    quote_nullable(anyelement) text stable called
    quote_nullable(text) text called
    radians(float8) float8
    radius(circle) float8
    random() float8 volatile
    range_adjacent(anyrange,anyrange) bool
    range_adjacent_multirange(anyrange,anymultirange) bool
    range_after(anyrange,anyrange) bool
    range_after_multirange(anyrange,anymultirange) bool
    range_agg(anyrange) anymultirange aggregate called
    range_agg(anymultirange) anymultirange aggregate called
    range_before(anyrange,anyrange) bool
    range_before_multirange(anyrange,anymultirange) bool
    range_cmp(anyrange,anyrange) int4
    range_contained_by(anyrange,anyrange) bool
    range_contained_by_multirange(anyrange,anymultirange) bool
    range_contains(anyrange,anyrange) bool
    range_contains_elem(anyrange,anyelement) bool
    range_contains_multirange(anyrange,anymultirange) bool
    range_eq(anyrange,anyrange) bool
    range_ge(anyrange,anyrange) bool
    range_gt(anyrange,anyrange) bool
    range_intersect(anyrange,anyrange) anyrange
    range_intersect_agg(anyrange) anyrange aggregate called
    range_intersect_agg(anymultirange) anymultirange aggregate called
    range_intersect_agg_transfn(anyrange,anyrange) anyrange
    range_le(anyrange,anyrange) bool
    range_lt(anyrange,anyrange) bool
    range_merge(anymultirange) anyrange
    range_merge(anyrange,anyrange) anyrange
    range_minus(anyrange,anyrange) anyrange
    range_ne(anyrange,anyrange) bool
    range_overlaps(anyrange,anyrange) bool
    range_overlaps_multirange(anyrange,anymultirange) bool
    range_overleft(anyrange,anyrange) bool
    range_overleft_multirange(anyrange,anymultirange) bool
    range_overright(anyrange,anyrange) bool
    range_overright_multirange(anyrange,anymultirange) bool
    range_send(anyrange) bytea stable
    range_union(anyrange,anyrange) anyrange
    rank() int8 window called
    rank(*any) int8 aggregate called ordered=1
    record_eq(record,record) bool
    record_ge(record,record) bool
    record_gt(record,record) bool
    record_image_eq(record,record) bool
    record_image_ge(record,record) bool
    record_image_gt(record,record) bool
    record_image_le(record,record) bool
    record_image_lt(record,record) bool
    record_image_ne(record,record) bool
    record_le(record,record) bool
    record_lt(record,record) bool
    record_ne(record,record) bool
    record_send(record) bytea stable
    regclass(text) regclass stable
    regclasssend(regclass) bytea
    regcollationsend(regcollation) bytea
    regconfigsend(regconfig) bytea
    regdictionarysend(regdictionary) bytea
    regexp_count(text,text) int4
    regexp_count(text,text,int4) int4
    regexp_count(text,text,int4,text) int4
    regexp_instr(text,text) int4
    regexp_instr(text,text,int4) int4
    regexp_instr(text,text,int4,int4) int4
    regexp_instr(text,text,int4,int4,int4) int4
    regexp_instr(text,text,int4,int4,int4,text) int4
    regexp_instr(text,text,int4,int4,int4,text,int4) int4
    regexp_like(text,text) bool
    regexp_like(text,text,text) bool
    regexp_match(text,text) _text
    regexp_match(text,text,text) _text
    regexp_matches(text,text) _text set
    regexp_matches(text,text,text) _text set
    regexp_replace(text,text,text) text
    regexp_replace(text,text,text,int4) text
    regexp_replace(text,text,text,text) text
    regexp_replace(text,text,text,int4,int4) text
    regexp_replace(text,text,text,int4,int4,text) text
    regexp_split_to_array(text,text) _text
    regexp_split_to_array(text,text,text) _text
    regexp_split_to_table(text,text) text set
    regexp_split_to_table(text,text,text) text set
    regexp_substr(text,text) text
    regexp_substr(text,text,int4) text
    regexp_substr(text,text,int4,int4) text
    regexp_substr(text,text,int4,int4,text) text
    regexp_substr(text,text,int4,int4,text,int4) text
    regnamespacesend(regnamespace) bytea
    regoperatorsend(regoperator) bytea
    regopersend(regoper) bytea
    regproceduresend(regprocedure) bytea
    regprocsend(regproc) bytea
    regr_avgx(float8,float8) float8 aggregate called
    regr_avgy(float8,float8) float8 aggregate called
    regr_count(float8,float8) int8 aggregate called
    regr_intercept(float8,float8) float8 aggregate called
    regr_r2(float8,float8) float8 aggregate called
    regr_slope(float8,float8) float8 aggregate called
    regr_sxx(float8,float8) float8 aggregate called
    regr_sxy(float8,float8) float8 aggregate called
    regr_syy(float8,float8) float8 aggregate called
    regrolesend(regrole) bytea
    regtypesend(regtype) bytea
    repeat(text,int4) text
    replace(text,text,text) text
    reverse(text) text
    right(text,int4) text
    round(numeric) numeric
    round(float8) float8
    round(numeric,int4) numeric
    row_number() int8 window called
    row_security_active(text) bool stable
    row_security_active(oid) bool stable
    row_to_json(record) json stable
    row_to_json(record,bool) json stable
    rpad(text,int4) text
    rpad(text,int4,text) text
    rtrim(text) text
    rtrim(bytea,bytea) bytea
    rtrim(text,text) text
    satisfies_hash_partition(oid,int4,int4,*any) bool called
    scale(numeric) int4
    schema_to_xml(name,bool,bool,text) xml stable
    schema_to_xml_and_xmlschema(name,bool,bool,text) xml stable
    schema_to_xmlschema(name,bool,bool,text) xml stable
    session_user() name stable
    set_bit(bit,int4,int4) bit
    set_bit(bytea,int8,int4) bytea
    set_byte(bytea,int4,int4) bytea
    set_config(text,text,bool) text volatile called
    set_masklen(cidr,int4) cidr
    set_masklen(inet,int4) inet
    setseed(float8) void volatile
    setval(regclass,int8) int8 volatile
    setval(regclass,int8,bool) int8 volatile
    setweight(tsvector,char) tsvector
    setweight(tsvector,char,_text) tsvector
    sha224(bytea) bytea leakproof
    sha256(bytea) bytea leakproof
    sha384(bytea) bytea leakproof
    sha512(bytea) bytea leakproof
    shobj_description(oid,name) text stable
    sign(numeric) numeric
    sign(float8) float8
    similar_escape(text,text) text called
    similar_to_escape(text) text
    similar_to_escape(text,text) text
    sin(float8) float8
    sind(float8) float8
    sinh(float8) float8
    slope(point,point) float8
    spg_poly_quad_compress(polygon) box
    split_part(text,text,int4) text
    sqrt(numeric) numeric
    sqrt(float8) float8
    starts_with(text,text) bool leakproof
    statement_timestamp() timestamptz stable
    stddev(numeric) numeric aggregate called
    stddev(int8) numeric aggregate called
    stddev(int2) numeric aggregate called
    stddev(int4) numeric aggregate called
    stddev(float4) float8 aggregate called
    stddev(float8) float8 aggregate called
    stddev_pop(numeric) numeric aggregate called
    stddev_pop(int8) numeric aggregate called
    stddev_pop(int2) numeric aggregate called
    stddev_pop(int4) numeric aggregate called
    stddev_pop(float4) float8 aggregate called
    stddev_pop(float8) float8 aggregate called
    stddev_samp(numeric) numeric aggregate called
    stddev_samp(int8) numeric aggregate called
    stddev_samp(int2) numeric aggregate called
    stddev_samp(int4) numeric aggregate called
    stddev_samp(float4) float8 aggregate called
    stddev_samp(float8) float8 aggregate called
    string_agg(bytea,bytea) bytea aggregate called
    string_agg(text,text) text aggregate called
    string_to_array(text,text) _text called
    string_to_array(text,text,text) _text called
    string_to_table(text,text) text set called
    string_to_table(text,text,text) text set called
    strip(tsvector) tsvector
    strpos(text,text) int4
    substr(bytea,int4) bytea
    substr(text,int4) text
    substr(bytea,int4,int4) bytea
    substr(text,int4,int4) text
    substring(bit,int4) bit
    substring(bytea,int4) bytea
    substring(text,int4) text
    substring(text,text) text
    substring(bit,int4,int4) bit
    substring(bytea,int4,int4) bytea
    substring(text,int4,int4) text
    substring(text,text,text) text
    sum(interval) interval aggregate called
    sum(numeric) numeric aggregate called
    sum(int8) numeric aggregate called
    sum(int2) int8 aggregate called
    sum(int4) int8 aggregate called
    sum(float4) float4 aggregate called
    sum(float8) float8 aggregate called
    sum(money) money aggregate called
    table_to_xml(regclass,bool,bool,text) xml stable
    table_to_xml_and_xmlschema(regclass,bool,bool,text) xml stable
    table_to_xmlschema(regclass,bool,bool,text) xml stable
    tan(float8) float8
    tand(float8) float8
    tanh(float8) float8
    text(bpchar) text
    text(xml) text
    text(bool) text
    text(char) text
    text(name) text leakproof
    text(inet) text
    text_ge(text,text) bool leakproof
    text_gt(text,text) bool leakproof
    text_larger(text,text) text leakproof
    text_le(text,text) bool leakproof
    text_lt(text,text) bool leakproof
    text_pattern_ge(text,text) bool leakproof
    text_pattern_gt(text,text) bool leakproof
    text_pattern_le(text,text) bool leakproof
    text_pattern_lt(text,text) bool leakproof
    text_smaller(text,text) text leakproof
    textanycat(text,anynonarray) text stable
    textcat(text,text) text
    texteq(text,text) bool leakproof
    texteqname(text,name) bool leakproof
    textgename(text,name) bool leakproof
    textgtname(text,name) bool leakproof
    texticlike(text,text) bool
    texticnlike(text,text) bool
    texticregexeq(text,text) bool
    texticregexne(text,text) bool
    textlen(text) int4
    textlename(text,name) bool leakproof
    textlike(text,text) bool
    textltname(text,name) bool leakproof
    textne(text,text) bool leakproof
    textnename(text,name) bool leakproof
    textnlike(text,text) bool
    textregexeq(text,text) bool
    textregexne(text,text) bool
    textsend(text) bytea stable
    tideq(tid,tid) bool leakproof
    tidge(tid,tid) bool leakproof
    tidgt(tid,tid) bool leakproof
    tidlarger(tid,tid) tid
    tidle(tid,tid) bool leakproof
    tidlt(tid,tid) bool leakproof
    tidne(tid,tid) bool leakproof
    tidsend(tid) bytea
    tidsmaller(tid,tid) tid
    time(timestamp) time
    time(timestamptz) time stable
    time(interval) time
    time(timetz) time
    time(time,int4) time
    time_cmp(time,time) int4 leakproof
    time_eq(time,time) bool leakproof
    time_ge(time,time) bool leakproof
    time_gt(time,time) bool leakproof
    time_hash(time) int4
    time_hash_extended(time,int8) int8
    time_larger(time,time) time
    time_le(time,time) bool leakproof
    time_lt(time,time) bool leakproof
    time_mi_interval(time,interval) time
    time_mi_time(time,time) interval
    time_ne(time,time) bool leakproof
    time_pl_interval(time,interval) time
    time_send(time) bytea
    time_smaller(time,time) time
    timedate_pl(time,date) timestamp
    timeofday() text volatile
    timestamp(date) timestamp
    timestamp(timestamptz) timestamp stable
    timestamp(date,time) timestamp
    timestamp(timestamp,int4) timestamp
    timestamp_cmp(timestamp,timestamp) int4 leakproof
    timestamp_cmp_date(timestamp,date) int4
    timestamp_cmp_timestamptz(timestamp,timestamptz) int4 stable
    timestamp_eq(timestamp,timestamp) bool leakproof
    timestamp_eq_date(timestamp,date) bool
    timestamp_eq_timestamptz(timestamp,timestamptz) bool stable
    timestamp_ge(timestamp,timestamp) bool leakproof
    timestamp_ge_date(timestamp,date) bool
    timestamp_ge_timestamptz(timestamp,timestamptz) bool stable
    timestamp_gt(timestamp,timestamp) bool leakproof
    timestamp_gt_date(timestamp,date) bool
    timestamp_gt_timestamptz(timestamp,timestamptz) bool stable
    timestamp_hash(timestamp) int4
    timestamp_hash_extended(timestamp,int8) int8
    timestamp_larger(timestamp,timestamp) timestamp
    timestamp_le(timestamp,timestamp) bool leakproof
    timestamp_le_date(timestamp,date) bool
    timestamp_le_timestamptz(timestamp,timestamptz) bool stable
    timestamp_lt(timestamp,timestamp) bool leakproof
    timestamp_lt_date(timestamp,date) bool
    timestamp_lt_timestamptz(timestamp,timestamptz) bool stable
    timestamp_mi(timestamp,timestamp) interval
    timestamp_mi_interval(timestamp,interval) timestamp
    timestamp_ne(timestamp,timestamp) bool leakproof
    timestamp_ne_date(timestamp,date) bool
    timestamp_ne_timestamptz(timestamp,timestamptz) bool stable
    timestamp_pl_interval(timestamp,interval) timestamp
    timestamp_send(timestamp) bytea
    timestamp_smaller(timestamp,timestamp) timestamp
    timestamptz(date) timestamptz stable
    timestamptz(timestamp) timestamptz stable
    timestamptz(date,time) timestamptz stable
    timestamptz(date,timetz) timestamptz
    timestamptz(timestamptz,int4) timestamptz
    timestamptz_cmp(timestamptz,timestamptz) int4 leakproof
    timestamptz_cmp_date(timestamptz,date) int4 stable
    timestamptz_cmp_timestamp(timestamptz,timestamp) int4 stable
    timestamptz_eq(timestamptz,timestamptz) bool leakproof
    timestamptz_eq_date(timestamptz,date) bool stable
    timestamptz_eq_timestamp(timestamptz,timestamp) bool stable
    timestamptz_ge(timestamptz,timestamptz) bool leakproof
    timestamptz_ge_date(timestamptz,date) bool stable
    timestamptz_ge_timestamp(timestamptz,timestamp) bool stable
    timestamptz_gt(timestamptz,timestamptz) bool leakproof
    timestamptz_gt_date(timestamptz,date) bool stable
    timestamptz_gt_timestamp(timestamptz,timestamp) bool stable
    timestamptz_larger(timestamptz,timestamptz) timestamptz
    timestamptz_le(timestamptz,timestamptz) bool leakproof
    timestamptz_le_date(timestamptz,date) bool stable
    timestamptz_le_timestamp(timestamptz,timestamp) bool stable
    timestamptz_lt(timestamptz,timestamptz) bool leakproof
    timestamptz_lt_date(timestamptz,date) bool stable
    timestamptz_lt_timestamp(timestamptz,timestamp) bool stable
    timestamptz_mi(timestamptz,timestamptz) interval
    timestamptz_mi_interval(timestamptz,interval) timestamptz stable
    timestamptz_ne(timestamptz,timestamptz) bool leakproof
    timestamptz_ne_date(timestamptz,date) bool stable
    timestamptz_ne_timestamp(timestamptz,timestamp) bool stable
    timestamptz_pl_interval(timestamptz,interval) timestamptz stable
    timestamptz_send(timestamptz) bytea
    timestamptz_smaller(timestamptz,timestamptz) timestamptz
    timetz(time) timetz stable
    timetz(timestamptz) timetz stable
    timetz(timetz,int4) timetz
    timetz_cmp(timetz,timetz) int4 leakproof
    timetz_eq(timetz,timetz) bool leakproof
    timetz_ge(timetz,timetz) bool leakproof
    timetz_gt(timetz,timetz) bool leakproof
    timetz_hash(timetz) int4
    timetz_hash_extended(timetz,int8) int8
    timetz_larger(timetz,timetz) timetz
    timetz_le(timetz,timetz) bool leakproof
    timetz_lt(timetz,timetz) bool leakproof
    timetz_mi_interval(timetz,interval) timetz
    timetz_ne(timetz,timetz) bool leakproof
    timetz_pl_interval(timetz,interval) timetz
    timetz_send(timetz) bytea
    timetz_smaller(timetz,timetz) timetz
    timetzdate_pl(timetz,date) timestamptz
    timezone(interval,timestamp) timestamptz
    timezone(interval,timestamptz) timestamp
    timezone(interval,timetz) timetz
    timezone(text,timestamp) timestamptz
    timezone(text,timestamptz) timestamp
    timezone(text,timetz) timetz stable
    to_ascii(text) text
    to_ascii(text,name) text
    to_ascii(text,int4) text
    to_char(timestamp,text) text stable
    to_char(timestamptz,text) text stable
    to_char(interval,text) text stable
    to_char(numeric,text) text stable
    to_char(int8,text) text stable
    to_char(int4,text) text stable
    to_char(float4,text) text stable
    to_char(float8,text) text stable
    to_date(text,text) date stable
    to_hex(int8) text
    to_hex(int4) text
    to_json(anyelement) json stable
    to_jsonb(anyelement) jsonb stable
    to_number(text,text) numeric stable
    to_regclass(text) regclass stable
    to_regcollation(text) regcollation stable
    to_regnamespace(text) regnamespace stable
    to_regoper(text) regoper stable
    to_regoperator(text) regoperator stable
    to_regproc(text) regproc stable
    to_regprocedure(text) regprocedure stable
    to_regrole(text) regrole stable
    to_regtype(text) regtype stable
    to_timestamp(float8) timestamptz
    to_timestamp(text,text) timestamptz stable
    to_tsquery(text) tsquery stable
    to_tsquery(regconfig,text) tsquery
    to_tsvector(json) tsvector stable
    to_tsvector(text) tsvector stable
    to_tsvector(jsonb) tsvector stable
    to_tsvector(regconfig,json) tsvector
    to_tsvector(regconfig,text) tsvector
    to_tsvector(regconfig,jsonb) tsvector
    transaction_timestamp() timestamptz stable
    translate(text,text,text) text
    trim_array(anyarray,int4) anyarray
    trim_scale(numeric) numeric
    trunc(numeric) numeric
    trunc(float8) float8
    trunc(macaddr8) macaddr8
    trunc(macaddr) macaddr
    trunc(numeric,int4) numeric
    ts_debug(text) record set stable out=alias:text,description:text,token:text,dictionaries:_regdictionary,dictionary:regdictionary,lexemes:_text
    ts_debug(regconfig,text) record set stable out=alias:text,description:text,token:text,dictionaries:_regdictionary,dictionary:regdictionary,lexemes:_text
    ts_delete(tsvector,_text) tsvector
    ts_delete(tsvector,text) tsvector
    ts_filter(tsvector,_char) tsvector
    ts_headline(json,tsquery) json stable
    ts_headline(text,tsquery) text stable
    ts_headline(jsonb,tsquery) jsonb stable
    ts_headline(json,tsquery,text) json stable
    ts_headline(text,tsquery,text) text stable
    ts_headline(regconfig,json,tsquery) json
    ts_headline(regconfig,text,tsquery) text
    ts_headline(regconfig,jsonb,tsquery) jsonb
    ts_headline(jsonb,tsquery,text) jsonb stable
    ts_headline(regconfig,json,tsquery,text) json
    ts_headline(regconfig,text,tsquery,text) text
    ts_headline(regconfig,jsonb,tsquery,text) jsonb
    ts_lexize(regdictionary,text) _text
    ts_match_qv(tsquery,tsvector) bool
    ts_match_tq(text,tsquery) bool stable
    ts_match_tt(text,text) bool stable
    ts_match_vq(tsvector,tsquery) bool
    ts_parse(text,text) record set stable out=tokid:int4,token:text
    ts_parse(oid,text) record set out=tokid:int4,token:text
    ts_rank(tsvector,tsquery) float4
    ts_rank(_float4,tsvector,tsquery) float4
    ts_rank(tsvector,tsquery,int4) float4
    ts_rank(_float4,tsvector,tsquery,int4) float4
    ts_rank_cd(tsvector,tsquery) float4
    ts_rank_cd(_float4,tsvector,tsquery) float4
    ts_rank_cd(tsvector,tsquery,int4) float4
    ts_rank_cd(_float4,tsvector,tsquery,int4) float4
    ts_rewrite(tsquery,text) tsquery volatile
    ts_rewrite(tsquery,tsquery,tsquery) tsquery
    ts_stat(text) record set volatile out=word:text,ndoc:int4,nentry:int4
    ts_stat(text,text) record set volatile out=word:text,ndoc:int4,nentry:int4
    ts_token_type(text) record set stable out=tokid:int4,alias:text,description:text
    ts_token_type(oid) record set out=tokid:int4,alias:text,description:text
    tsmultirange() tsmultirange
    tsmultirange(tsrange) tsmultirange
    tsmultirange(*_tsrange) tsmultirange
    tsq_mcontained(tsquery,tsquery) bool
    tsq_mcontains(tsquery,tsquery) bool
    tsquery_and(tsquery,tsquery) tsquery
    tsquery_cmp(tsquery,tsquery) int4
    tsquery_eq(tsquery,tsquery) bool
    tsquery_ge(tsquery,tsquery) bool
    tsquery_gt(tsquery,tsquery) bool
    tsquery_le(tsquery,tsquery) bool
    tsquery_lt(tsquery,tsquery) bool
    tsquery_ne(tsquery,tsquery) bool
    tsquery_not(tsquery) tsquery
    tsquery_or(tsquery,tsquery) tsquery
    tsquery_phrase(tsquery,tsquery) tsquery
    tsquery_phrase(tsquery,tsquery,int4) tsquery
    tsquerysend(tsquery) bytea
    tsrange(timestamp,timestamp) tsrange called
    tsrange(timestamp,timestamp,text) tsrange called
    tsrange_subdiff(timestamp,timestamp) float8
    tstzmultirange() tstzmultirange
    tstzmultirange(tstzrange) tstzmultirange
    tstzmultirange(*_tstzrange) tstzmultirange
    tstzrange(timestamptz,timestamptz) tstzrange called
    tstzrange(timestamptz,timestamptz,text) tstzrange called
    tstzrange_subdiff(timestamptz,timestamptz) float8
    tsvector_cmp(tsvector,tsvector) int4
    tsvector_concat(tsvector,tsvector) tsvector
    tsvector_eq(tsvector,tsvector) bool
    tsvector_ge(tsvector,tsvector) bool
    tsvector_gt(tsvector,tsvector) bool
    tsvector_le(tsvector,tsvector) bool
    tsvector_lt(tsvector,tsvector) bool
    tsvector_ne(tsvector,tsvector) bool
    tsvector_to_array(tsvector) _text
    tsvectorsend(tsvector) bytea
    txid_current() int8 stable
    txid_current_if_assigned() int8 stable
    txid_current_snapshot() txid_snapshot stable
    txid_snapshot_send(txid_snapshot) bytea
    txid_snapshot_xip(txid_snapshot) int8 set
    txid_snapshot_xmax(txid_snapshot) int8
    txid_snapshot_xmin(txid_snapshot) int8
    txid_status(int8) text volatile
    txid_visible_in_snapshot(int8,txid_snapshot) bool
    unistr(text) text
    unknownsend(unknown) bytea
    unnest(anyarray) anyelement set
    unnest(tsvector) record set out=lexeme:text,positions:_int2,weights:_text
    unnest(anymultirange) anyrange set
    upper(text) text
    upper(anyrange) anyelement
    upper(anymultirange) anyelement
    upper_inc(anyrange) bool
    upper_inc(anymultirange) bool
    upper_inf(anyrange) bool
    upper_inf(anymultirange) bool
    uuid_cmp(uuid,uuid) int4 leakproof
    uuid_eq(uuid,uuid) bool leakproof
    uuid_ge(uuid,uuid) bool leakproof
    uuid_gt(uuid,uuid) bool leakproof
    uuid_hash(uuid) int4
    uuid_hash_extended(uuid,int8) int8
    uuid_le(uuid,uuid) bool leakproof
    uuid_lt(uuid,uuid) bool leakproof
    uuid_ne(uuid,uuid) bool leakproof
    uuid_send(uuid) bytea
    var_pop(numeric) numeric aggregate called
    var_pop(int8) numeric aggregate called
    var_pop(int2) numeric aggregate called
    var_pop(int4) numeric aggregate called
    var_pop(float4) float8 aggregate called
    var_pop(float8) float8 aggregate called
    var_samp(numeric) numeric aggregate called
    var_samp(int8) numeric aggregate called
    var_samp(int2) numeric aggregate called
    var_samp(int4) numeric aggregate called
    var_samp(float4) float8 aggregate called
    var_samp(float8) float8 aggregate called
    varbit(varbit,int4,bool) varbit
    varbit_send(varbit) bytea
    varbitcmp(varbit,varbit) int4 leakproof
    varbiteq(varbit,varbit) bool leakproof
    varbitge(varbit,varbit) bool leakproof
    varbitgt(varbit,varbit) bool leakproof
    varbitle(varbit,varbit) bool leakproof
    varbitlt(varbit,varbit) bool leakproof
    varbitne(varbit,varbit) bool leakproof
    varchar(name) varchar leakproof
    varchar(varchar,int4,bool) varchar
    varcharsend(varchar) bytea stable
    variance(numeric) numeric aggregate called
    variance(int8) numeric aggregate called
    variance(int2) numeric aggregate called
    variance(int4) numeric aggregate called
    variance(float4) float8 aggregate called
    variance(float8) float8 aggregate called
    version() text stable
    void_send(void) bytea
    websearch_to_tsquery(text) tsquery stable
    websearch_to_tsquery(regconfig,text) tsquery
    width(box) float8
    width_bucket(anycompatible,anycompatiblearray) int4
    width_bucket(numeric,numeric,numeric,int4) int4
    width_bucket(float8,float8,float8,int4) int4
    xid(xid8) xid
    xid8_larger(xid8,xid8) xid8
    xid8_smaller(xid8,xid8) xid8
    xid8cmp(xid8,xid8) int4 leakproof
    xid8eq(xid8,xid8) bool leakproof
    xid8ge(xid8,xid8) bool leakproof
    xid8gt(xid8,xid8) bool leakproof
    xid8le(xid8,xid8) bool leakproof
    xid8lt(xid8,xid8) bool leakproof
    xid8ne(xid8,xid8) bool leakproof
    xid8send(xid8) bytea
    xideq(xid,xid) bool leakproof
    xideqint4(xid,int4) bool leakproof
    xidneq(xid,xid) bool leakproof
    xidneqint4(xid,int4) bool leakproof
    xidsend(xid) bytea
    xml(text) xml stable
    xml_is_well_formed(text) bool stable
    xml_is_well_formed_content(text) bool
    xml_is_well_formed_document(text) bool
    xml_send(xml) bytea stable
    xmlagg(xml) xml aggregate called
    xmlcomment(text) xml
    xmlconcat2(xml,xml) xml called
    xmlexists(text,xml) bool
    xmlvalidate(xml,text) bool
    xpath(text,xml) _xml
    xpath(text,xml,_text) _xml
    xpath_exists(text,xml) bool
    xpath_exists(text,xml,_text) bool
    """#
}
