/// The operators of PostgreSQL 15, one a line:
/// `[left] symbol right = result function [stable|volatile] [called] [leakproof]`.
///
/// Made by `Scripts/builtins.sql`; a test holds it against a server's `pg_operator`.
enum OperatorTable {
  static let text = #"""
    !! tsquery = tsquery tsquery_not
    bpchar !~ text = bool bpcharregexne
    name !~ text = bool nameregexne
    text !~ text = bool textregexne
    bpchar !~* text = bool bpcharicregexne
    name !~* text = bool nameicregexne
    text !~* text = bool texticregexne
    bpchar !~~ text = bool bpcharnlike
    bytea !~~ bytea = bool byteanlike
    name !~~ text = bool namenlike
    text !~~ text = bool textnlike
    bpchar !~~* text = bool bpcharicnlike
    name !~~* text = bool nameicnlike
    text !~~* text = bool texticnlike
    bit # bit = bit bitxor
    box # box = box box_intersect
    int2 # int2 = int2 int2xor
    int4 # int4 = int4 int4xor
    int8 # int8 = int8 int8xor
    line # line = point line_interpt
    lseg # lseg = point lseg_interpt
    # path = int4 path_npoints
    # polygon = int4 poly_npoints
    line ## lseg = point close_ls
    lseg ## box = point close_sb
    lseg ## lseg = point close_lseg
    point ## box = point close_pb
    point ## line = point close_pl
    point ## lseg = point close_ps
    jsonb #- _text = jsonb jsonb_delete_path
    json #> _text = json json_extract_path
    jsonb #> _text = jsonb jsonb_extract_path
    json #>> _text = text json_extract_path_text
    jsonb #>> _text = text jsonb_extract_path_text
    int2 % int2 = int2 int2mod
    int4 % int4 = int4 int4mod
    int8 % int8 = int8 int8mod
    numeric % numeric = numeric numeric_mod
    bit & bit = bit bitand
    inet & inet = inet inetand
    int2 & int2 = int2 int2and
    int4 & int4 = int4 int4and
    int8 & int8 = int8 int8and
    macaddr & macaddr = macaddr macaddr_and
    macaddr8 & macaddr8 = macaddr8 macaddr8_and
    anyarray && anyarray = bool arrayoverlap
    anymultirange && anymultirange = bool multirange_overlaps_multirange
    anymultirange && anyrange = bool multirange_overlaps_range
    anyrange && anymultirange = bool range_overlaps_multirange
    anyrange && anyrange = bool range_overlaps
    box && box = bool box_overlap
    circle && circle = bool circle_overlap
    inet && inet = bool network_overlap
    polygon && polygon = bool poly_overlap
    tsquery && tsquery = tsquery tsquery_and
    anymultirange &< anymultirange = bool multirange_overleft_multirange
    anymultirange &< anyrange = bool multirange_overleft_range
    anyrange &< anymultirange = bool range_overleft_multirange
    anyrange &< anyrange = bool range_overleft
    box &< box = bool box_overleft
    circle &< circle = bool circle_overleft
    polygon &< polygon = bool poly_overleft
    box &<| box = bool box_overbelow
    circle &<| circle = bool circle_overbelow
    polygon &<| polygon = bool poly_overbelow
    anymultirange &> anymultirange = bool multirange_overright_multirange
    anymultirange &> anyrange = bool multirange_overright_range
    anyrange &> anymultirange = bool range_overright_multirange
    anyrange &> anyrange = bool range_overright
    box &> box = bool box_overright
    circle &> circle = bool circle_overright
    polygon &> polygon = bool poly_overright
    anymultirange * anymultirange = anymultirange multirange_intersect
    anyrange * anyrange = anyrange range_intersect
    box * point = box box_mul
    circle * point = circle circle_mul_pt
    float4 * float4 = float4 float4mul
    float4 * float8 = float8 float48mul
    float4 * money = money flt4_mul_cash
    float8 * float4 = float8 float84mul
    float8 * float8 = float8 float8mul
    float8 * interval = interval mul_d_interval
    float8 * money = money flt8_mul_cash
    int2 * int2 = int2 int2mul
    int2 * int4 = int4 int24mul
    int2 * int8 = int8 int28mul
    int2 * money = money int2_mul_cash
    int4 * int2 = int4 int42mul
    int4 * int4 = int4 int4mul
    int4 * int8 = int8 int48mul
    int4 * money = money int4_mul_cash
    int8 * int2 = int8 int82mul
    int8 * int4 = int8 int84mul
    int8 * int8 = int8 int8mul
    int8 * money = money int8_mul_cash
    interval * float8 = interval interval_mul
    money * float4 = money cash_mul_flt4
    money * float8 = money cash_mul_flt8
    money * int2 = money cash_mul_int2
    money * int4 = money cash_mul_int4
    money * int8 = money cash_mul_int8
    numeric * numeric = numeric numeric_mul
    path * point = path path_mul_pt
    point * point = point point_mul
    record *< record = bool record_image_lt
    record *<= record = bool record_image_le
    record *<> record = bool record_image_ne
    record *= record = bool record_image_eq
    record *> record = bool record_image_gt
    record *>= record = bool record_image_ge
    _aclitem + aclitem = _aclitem aclinsert
    anymultirange + anymultirange = anymultirange multirange_union
    anyrange + anyrange = anyrange range_union
    box + point = box box_add
    circle + point = circle circle_add_pt
    date + int4 = date date_pli
    date + interval = timestamp date_pl_interval
    date + time = timestamp datetime_pl
    date + timetz = timestamptz datetimetz_pl
    float4 + float4 = float4 float4pl
    float4 + float8 = float8 float48pl
    float8 + float4 = float8 float84pl
    float8 + float8 = float8 float8pl
    inet + int8 = inet inetpl
    int2 + int2 = int2 int2pl
    int2 + int4 = int4 int24pl
    int2 + int8 = int8 int28pl
    int4 + date = date integer_pl_date
    int4 + int2 = int4 int42pl
    int4 + int4 = int4 int4pl
    int4 + int8 = int8 int48pl
    int8 + inet = inet int8pl_inet
    int8 + int2 = int8 int82pl
    int8 + int4 = int8 int84pl
    int8 + int8 = int8 int8pl
    interval + date = timestamp interval_pl_date
    interval + interval = interval interval_pl
    interval + time = time interval_pl_time
    interval + timestamp = timestamp interval_pl_timestamp
    interval + timestamptz = timestamptz interval_pl_timestamptz stable
    interval + timetz = timetz interval_pl_timetz
    money + money = money cash_pl
    numeric + numeric = numeric numeric_add
    numeric + pg_lsn = pg_lsn numeric_pl_pg_lsn
    path + path = path path_add
    path + point = path path_add_pt
    pg_lsn + numeric = pg_lsn pg_lsn_pli
    point + point = point point_add
    time + date = timestamp timedate_pl
    time + interval = time time_pl_interval
    timestamp + interval = timestamp timestamp_pl_interval
    timestamptz + interval = timestamptz timestamptz_pl_interval stable
    timetz + date = timestamptz timetzdate_pl
    timetz + interval = timetz timetz_pl_interval
    + float4 = float4 float4up
    + float8 = float8 float8up
    + int2 = int2 int2up
    + int4 = int4 int4up
    + int8 = int8 int8up
    + numeric = numeric numeric_uplus
    _aclitem - aclitem = _aclitem aclremove
    anymultirange - anymultirange = anymultirange multirange_minus
    anyrange - anyrange = anyrange range_minus
    box - point = box box_sub
    circle - point = circle circle_sub_pt
    date - date = int4 date_mi
    date - int4 = date date_mii
    date - interval = timestamp date_mi_interval
    float4 - float4 = float4 float4mi
    float4 - float8 = float8 float48mi
    float8 - float4 = float8 float84mi
    float8 - float8 = float8 float8mi
    inet - inet = int8 inetmi
    inet - int8 = inet inetmi_int8
    int2 - int2 = int2 int2mi
    int2 - int4 = int4 int24mi
    int2 - int8 = int8 int28mi
    int4 - int2 = int4 int42mi
    int4 - int4 = int4 int4mi
    int4 - int8 = int8 int48mi
    int8 - int2 = int8 int82mi
    int8 - int4 = int8 int84mi
    int8 - int8 = int8 int8mi
    interval - interval = interval interval_mi
    jsonb - _text = jsonb jsonb_delete
    jsonb - int4 = jsonb jsonb_delete
    jsonb - text = jsonb jsonb_delete
    money - money = money cash_mi
    numeric - numeric = numeric numeric_sub
    path - point = path path_sub_pt
    pg_lsn - numeric = pg_lsn pg_lsn_mii
    pg_lsn - pg_lsn = numeric pg_lsn_mi
    point - point = point point_sub
    time - interval = time time_mi_interval
    time - time = interval time_mi_time
    timestamp - interval = timestamp timestamp_mi_interval
    timestamp - timestamp = interval timestamp_mi
    timestamptz - interval = timestamptz timestamptz_mi_interval stable
    timestamptz - timestamptz = interval timestamptz_mi
    timetz - interval = timetz timetz_mi_interval
    - float4 = float4 float4um
    - float8 = float8 float8um
    - int2 = int2 int2um
    - int4 = int4 int4um
    - int8 = int8 int8um
    - interval = interval interval_um
    - numeric = numeric numeric_uminus
    json -> int4 = json json_array_element
    json -> text = json json_object_field
    jsonb -> int4 = jsonb jsonb_array_element
    jsonb -> text = jsonb jsonb_object_field
    json ->> int4 = text json_array_element_text
    json ->> text = text json_object_field_text
    jsonb ->> int4 = text jsonb_array_element_text
    jsonb ->> text = text jsonb_object_field_text
    anymultirange -|- anymultirange = bool multirange_adjacent_multirange
    anymultirange -|- anyrange = bool multirange_adjacent_range
    anyrange -|- anymultirange = bool range_adjacent_multirange
    anyrange -|- anyrange = bool range_adjacent
    box / point = box box_div
    circle / point = circle circle_div_pt
    float4 / float4 = float4 float4div
    float4 / float8 = float8 float48div
    float8 / float4 = float8 float84div
    float8 / float8 = float8 float8div
    int2 / int2 = int2 int2div
    int2 / int4 = int4 int24div
    int2 / int8 = int8 int28div
    int4 / int2 = int4 int42div
    int4 / int4 = int4 int4div
    int4 / int8 = int8 int48div
    int8 / int2 = int8 int82div
    int8 / int4 = int8 int84div
    int8 / int8 = int8 int8div
    interval / float8 = interval interval_div
    money / float4 = money cash_div_flt4
    money / float8 = money cash_div_flt8
    money / int2 = money cash_div_int2
    money / int4 = money cash_div_int4
    money / int8 = money cash_div_int8
    money / money = float8 cash_div_cash
    numeric / numeric = numeric numeric_div
    path / point = path path_div_pt
    point / point = point point_div
    anyarray < anyarray = bool array_lt
    anyenum < anyenum = bool enum_lt
    anymultirange < anymultirange = bool multirange_lt
    anyrange < anyrange = bool range_lt
    bit < bit = bool bitlt leakproof
    bool < bool = bool boollt leakproof
    box < box = bool box_lt
    bpchar < bpchar = bool bpcharlt leakproof
    bytea < bytea = bool bytealt leakproof
    char < char = bool charlt leakproof
    circle < circle = bool circle_lt leakproof
    date < date = bool date_lt leakproof
    date < timestamp = bool date_lt_timestamp
    date < timestamptz = bool date_lt_timestamptz stable
    float4 < float4 = bool float4lt leakproof
    float4 < float8 = bool float48lt leakproof
    float8 < float4 = bool float84lt leakproof
    float8 < float8 = bool float8lt leakproof
    inet < inet = bool network_lt leakproof
    int2 < int2 = bool int2lt leakproof
    int2 < int4 = bool int24lt leakproof
    int2 < int8 = bool int28lt leakproof
    int4 < int2 = bool int42lt leakproof
    int4 < int4 = bool int4lt leakproof
    int4 < int8 = bool int48lt leakproof
    int8 < int2 = bool int82lt leakproof
    int8 < int4 = bool int84lt leakproof
    int8 < int8 = bool int8lt leakproof
    interval < interval = bool interval_lt leakproof
    jsonb < jsonb = bool jsonb_lt
    lseg < lseg = bool lseg_lt leakproof
    macaddr < macaddr = bool macaddr_lt leakproof
    macaddr8 < macaddr8 = bool macaddr8_lt leakproof
    money < money = bool cash_lt leakproof
    name < name = bool namelt leakproof
    name < text = bool namelttext leakproof
    numeric < numeric = bool numeric_lt
    oid < oid = bool oidlt leakproof
    oidvector < oidvector = bool oidvectorlt leakproof
    path < path = bool path_n_lt
    pg_lsn < pg_lsn = bool pg_lsn_lt leakproof
    record < record = bool record_lt
    text < name = bool textltname leakproof
    text < text = bool text_lt leakproof
    tid < tid = bool tidlt leakproof
    time < time = bool time_lt leakproof
    timestamp < date = bool timestamp_lt_date
    timestamp < timestamp = bool timestamp_lt leakproof
    timestamp < timestamptz = bool timestamp_lt_timestamptz stable
    timestamptz < date = bool timestamptz_lt_date stable
    timestamptz < timestamp = bool timestamptz_lt_timestamp stable
    timestamptz < timestamptz = bool timestamptz_lt leakproof
    timetz < timetz = bool timetz_lt leakproof
    tsquery < tsquery = bool tsquery_lt
    tsvector < tsvector = bool tsvector_lt
    uuid < uuid = bool uuid_lt leakproof
    varbit < varbit = bool varbitlt leakproof
    xid8 < xid8 = bool xid8lt leakproof
    box <-> box = float8 box_distance
    box <-> lseg = float8 dist_bs
    box <-> point = float8 dist_bp
    circle <-> circle = float8 circle_distance
    circle <-> point = float8 dist_cpoint
    circle <-> polygon = float8 dist_cpoly
    line <-> line = float8 line_distance
    line <-> lseg = float8 dist_ls
    line <-> point = float8 dist_lp
    lseg <-> box = float8 dist_sb
    lseg <-> line = float8 dist_sl
    lseg <-> lseg = float8 lseg_distance
    lseg <-> point = float8 dist_sp
    path <-> path = float8 path_distance
    path <-> point = float8 dist_pathp
    point <-> box = float8 dist_pb
    point <-> circle = float8 dist_pc
    point <-> line = float8 dist_pl
    point <-> lseg = float8 dist_ps
    point <-> path = float8 dist_ppath
    point <-> point = float8 point_distance
    point <-> polygon = float8 dist_ppoly
    polygon <-> circle = float8 dist_polyc
    polygon <-> point = float8 dist_polyp
    polygon <-> polygon = float8 poly_distance
    tsquery <-> tsquery = tsquery tsquery_phrase
    anymultirange << anymultirange = bool multirange_before_multirange
    anymultirange << anyrange = bool multirange_before_range
    anyrange << anymultirange = bool range_before_multirange
    anyrange << anyrange = bool range_before
    bit << int4 = bit bitshiftleft
    box << box = bool box_left
    circle << circle = bool circle_left
    inet << inet = bool network_sub
    int2 << int4 = int2 int2shl
    int4 << int4 = int4 int4shl
    int8 << int4 = int8 int8shl
    point << point = bool point_left
    polygon << polygon = bool poly_left
    inet <<= inet = bool network_subeq
    box <<| box = bool box_below
    circle <<| circle = bool circle_below
    point <<| point = bool point_below
    polygon <<| polygon = bool poly_below
    anyarray <= anyarray = bool array_le
    anyenum <= anyenum = bool enum_le
    anymultirange <= anymultirange = bool multirange_le
    anyrange <= anyrange = bool range_le
    bit <= bit = bool bitle leakproof
    bool <= bool = bool boolle leakproof
    box <= box = bool box_le
    bpchar <= bpchar = bool bpcharle leakproof
    bytea <= bytea = bool byteale leakproof
    char <= char = bool charle leakproof
    circle <= circle = bool circle_le leakproof
    date <= date = bool date_le leakproof
    date <= timestamp = bool date_le_timestamp
    date <= timestamptz = bool date_le_timestamptz stable
    float4 <= float4 = bool float4le leakproof
    float4 <= float8 = bool float48le leakproof
    float8 <= float4 = bool float84le leakproof
    float8 <= float8 = bool float8le leakproof
    inet <= inet = bool network_le leakproof
    int2 <= int2 = bool int2le leakproof
    int2 <= int4 = bool int24le leakproof
    int2 <= int8 = bool int28le leakproof
    int4 <= int2 = bool int42le leakproof
    int4 <= int4 = bool int4le leakproof
    int4 <= int8 = bool int48le leakproof
    int8 <= int2 = bool int82le leakproof
    int8 <= int4 = bool int84le leakproof
    int8 <= int8 = bool int8le leakproof
    interval <= interval = bool interval_le leakproof
    jsonb <= jsonb = bool jsonb_le
    lseg <= lseg = bool lseg_le leakproof
    macaddr <= macaddr = bool macaddr_le leakproof
    macaddr8 <= macaddr8 = bool macaddr8_le leakproof
    money <= money = bool cash_le leakproof
    name <= name = bool namele leakproof
    name <= text = bool nameletext leakproof
    numeric <= numeric = bool numeric_le
    oid <= oid = bool oidle leakproof
    oidvector <= oidvector = bool oidvectorle leakproof
    path <= path = bool path_n_le
    pg_lsn <= pg_lsn = bool pg_lsn_le leakproof
    record <= record = bool record_le
    text <= name = bool textlename leakproof
    text <= text = bool text_le leakproof
    tid <= tid = bool tidle leakproof
    time <= time = bool time_le leakproof
    timestamp <= date = bool timestamp_le_date
    timestamp <= timestamp = bool timestamp_le leakproof
    timestamp <= timestamptz = bool timestamp_le_timestamptz stable
    timestamptz <= date = bool timestamptz_le_date stable
    timestamptz <= timestamp = bool timestamptz_le_timestamp stable
    timestamptz <= timestamptz = bool timestamptz_le leakproof
    timetz <= timetz = bool timetz_le leakproof
    tsquery <= tsquery = bool tsquery_le
    tsvector <= tsvector = bool tsvector_le
    uuid <= uuid = bool uuid_le leakproof
    varbit <= varbit = bool varbitle leakproof
    xid8 <= xid8 = bool xid8le leakproof
    anyarray <> anyarray = bool array_ne
    anyenum <> anyenum = bool enum_ne
    anymultirange <> anymultirange = bool multirange_ne
    anyrange <> anyrange = bool range_ne
    bit <> bit = bool bitne leakproof
    bool <> bool = bool boolne leakproof
    bpchar <> bpchar = bool bpcharne leakproof
    bytea <> bytea = bool byteane leakproof
    char <> char = bool charne leakproof
    circle <> circle = bool circle_ne leakproof
    date <> date = bool date_ne leakproof
    date <> timestamp = bool date_ne_timestamp
    date <> timestamptz = bool date_ne_timestamptz stable
    float4 <> float4 = bool float4ne leakproof
    float4 <> float8 = bool float48ne leakproof
    float8 <> float4 = bool float84ne leakproof
    float8 <> float8 = bool float8ne leakproof
    inet <> inet = bool network_ne leakproof
    int2 <> int2 = bool int2ne leakproof
    int2 <> int4 = bool int24ne leakproof
    int2 <> int8 = bool int28ne leakproof
    int4 <> int2 = bool int42ne leakproof
    int4 <> int4 = bool int4ne leakproof
    int4 <> int8 = bool int48ne leakproof
    int8 <> int2 = bool int82ne leakproof
    int8 <> int4 = bool int84ne leakproof
    int8 <> int8 = bool int8ne leakproof
    interval <> interval = bool interval_ne leakproof
    jsonb <> jsonb = bool jsonb_ne
    lseg <> lseg = bool lseg_ne leakproof
    macaddr <> macaddr = bool macaddr_ne leakproof
    macaddr8 <> macaddr8 = bool macaddr8_ne leakproof
    money <> money = bool cash_ne leakproof
    name <> name = bool namene leakproof
    name <> text = bool namenetext leakproof
    numeric <> numeric = bool numeric_ne
    oid <> oid = bool oidne leakproof
    oidvector <> oidvector = bool oidvectorne leakproof
    pg_lsn <> pg_lsn = bool pg_lsn_ne leakproof
    point <> point = bool point_ne
    record <> record = bool record_ne
    text <> name = bool textnename leakproof
    text <> text = bool textne leakproof
    tid <> tid = bool tidne leakproof
    time <> time = bool time_ne leakproof
    timestamp <> date = bool timestamp_ne_date
    timestamp <> timestamp = bool timestamp_ne leakproof
    timestamp <> timestamptz = bool timestamp_ne_timestamptz stable
    timestamptz <> date = bool timestamptz_ne_date stable
    timestamptz <> timestamp = bool timestamptz_ne_timestamp stable
    timestamptz <> timestamptz = bool timestamptz_ne leakproof
    timetz <> timetz = bool timetz_ne leakproof
    tsquery <> tsquery = bool tsquery_ne
    tsvector <> tsvector = bool tsvector_ne
    uuid <> uuid = bool uuid_ne leakproof
    varbit <> varbit = bool varbitne leakproof
    xid <> int4 = bool xidneqint4 leakproof
    xid <> xid = bool xidneq leakproof
    xid8 <> xid8 = bool xid8ne leakproof
    anyarray <@ anyarray = bool arraycontained
    anyelement <@ anymultirange = bool elem_contained_by_multirange
    anyelement <@ anyrange = bool elem_contained_by_range
    anymultirange <@ anymultirange = bool multirange_contained_by_multirange
    anymultirange <@ anyrange = bool multirange_contained_by_range
    anyrange <@ anymultirange = bool range_contained_by_multirange
    anyrange <@ anyrange = bool range_contained_by
    box <@ box = bool box_contained
    circle <@ circle = bool circle_contained
    jsonb <@ jsonb = bool jsonb_contained
    lseg <@ box = bool on_sb
    lseg <@ line = bool on_sl
    point <@ box = bool on_pb
    point <@ circle = bool pt_contained_circle
    point <@ line = bool on_pl
    point <@ lseg = bool on_ps
    point <@ path = bool on_ppath
    point <@ polygon = bool pt_contained_poly
    polygon <@ polygon = bool poly_contained
    tsquery <@ tsquery = bool tsq_mcontained
    box <^ box = bool box_below_eq
    point <^ point = bool point_below
    aclitem = aclitem = bool aclitemeq
    anyarray = anyarray = bool array_eq
    anyenum = anyenum = bool enum_eq
    anymultirange = anymultirange = bool multirange_eq
    anyrange = anyrange = bool range_eq
    bit = bit = bool biteq leakproof
    bool = bool = bool booleq leakproof
    box = box = bool box_eq
    bpchar = bpchar = bool bpchareq leakproof
    bytea = bytea = bool byteaeq leakproof
    char = char = bool chareq leakproof
    cid = cid = bool cideq leakproof
    circle = circle = bool circle_eq leakproof
    date = date = bool date_eq leakproof
    date = timestamp = bool date_eq_timestamp
    date = timestamptz = bool date_eq_timestamptz stable
    float4 = float4 = bool float4eq leakproof
    float4 = float8 = bool float48eq leakproof
    float8 = float4 = bool float84eq leakproof
    float8 = float8 = bool float8eq leakproof
    inet = inet = bool network_eq leakproof
    int2 = int2 = bool int2eq leakproof
    int2 = int4 = bool int24eq leakproof
    int2 = int8 = bool int28eq leakproof
    int4 = int2 = bool int42eq leakproof
    int4 = int4 = bool int4eq leakproof
    int4 = int8 = bool int48eq leakproof
    int8 = int2 = bool int82eq leakproof
    int8 = int4 = bool int84eq leakproof
    int8 = int8 = bool int8eq leakproof
    interval = interval = bool interval_eq leakproof
    jsonb = jsonb = bool jsonb_eq
    line = line = bool line_eq
    lseg = lseg = bool lseg_eq leakproof
    macaddr = macaddr = bool macaddr_eq leakproof
    macaddr8 = macaddr8 = bool macaddr8_eq leakproof
    money = money = bool cash_eq leakproof
    name = name = bool nameeq leakproof
    name = text = bool nameeqtext leakproof
    numeric = numeric = bool numeric_eq
    oid = oid = bool oideq leakproof
    oidvector = oidvector = bool oidvectoreq leakproof
    path = path = bool path_n_eq
    pg_lsn = pg_lsn = bool pg_lsn_eq leakproof
    record = record = bool record_eq
    text = name = bool texteqname leakproof
    text = text = bool texteq leakproof
    tid = tid = bool tideq leakproof
    time = time = bool time_eq leakproof
    timestamp = date = bool timestamp_eq_date
    timestamp = timestamp = bool timestamp_eq leakproof
    timestamp = timestamptz = bool timestamp_eq_timestamptz stable
    timestamptz = date = bool timestamptz_eq_date stable
    timestamptz = timestamp = bool timestamptz_eq_timestamp stable
    timestamptz = timestamptz = bool timestamptz_eq leakproof
    timetz = timetz = bool timetz_eq leakproof
    tsquery = tsquery = bool tsquery_eq
    tsvector = tsvector = bool tsvector_eq
    uuid = uuid = bool uuid_eq leakproof
    varbit = varbit = bool varbiteq leakproof
    xid = int4 = bool xideqint4 leakproof
    xid = xid = bool xideq leakproof
    xid8 = xid8 = bool xid8eq leakproof
    anyarray > anyarray = bool array_gt
    anyenum > anyenum = bool enum_gt
    anymultirange > anymultirange = bool multirange_gt
    anyrange > anyrange = bool range_gt
    bit > bit = bool bitgt leakproof
    bool > bool = bool boolgt leakproof
    box > box = bool box_gt
    bpchar > bpchar = bool bpchargt leakproof
    bytea > bytea = bool byteagt leakproof
    char > char = bool chargt leakproof
    circle > circle = bool circle_gt leakproof
    date > date = bool date_gt leakproof
    date > timestamp = bool date_gt_timestamp
    date > timestamptz = bool date_gt_timestamptz stable
    float4 > float4 = bool float4gt leakproof
    float4 > float8 = bool float48gt leakproof
    float8 > float4 = bool float84gt leakproof
    float8 > float8 = bool float8gt leakproof
    inet > inet = bool network_gt leakproof
    int2 > int2 = bool int2gt leakproof
    int2 > int4 = bool int24gt leakproof
    int2 > int8 = bool int28gt leakproof
    int4 > int2 = bool int42gt leakproof
    int4 > int4 = bool int4gt leakproof
    int4 > int8 = bool int48gt leakproof
    int8 > int2 = bool int82gt leakproof
    int8 > int4 = bool int84gt leakproof
    int8 > int8 = bool int8gt leakproof
    interval > interval = bool interval_gt leakproof
    jsonb > jsonb = bool jsonb_gt
    lseg > lseg = bool lseg_gt leakproof
    macaddr > macaddr = bool macaddr_gt leakproof
    macaddr8 > macaddr8 = bool macaddr8_gt leakproof
    money > money = bool cash_gt leakproof
    name > name = bool namegt leakproof
    name > text = bool namegttext leakproof
    numeric > numeric = bool numeric_gt
    oid > oid = bool oidgt leakproof
    oidvector > oidvector = bool oidvectorgt leakproof
    path > path = bool path_n_gt
    pg_lsn > pg_lsn = bool pg_lsn_gt leakproof
    record > record = bool record_gt
    text > name = bool textgtname leakproof
    text > text = bool text_gt leakproof
    tid > tid = bool tidgt leakproof
    time > time = bool time_gt leakproof
    timestamp > date = bool timestamp_gt_date
    timestamp > timestamp = bool timestamp_gt leakproof
    timestamp > timestamptz = bool timestamp_gt_timestamptz stable
    timestamptz > date = bool timestamptz_gt_date stable
    timestamptz > timestamp = bool timestamptz_gt_timestamp stable
    timestamptz > timestamptz = bool timestamptz_gt leakproof
    timetz > timetz = bool timetz_gt leakproof
    tsquery > tsquery = bool tsquery_gt
    tsvector > tsvector = bool tsvector_gt
    uuid > uuid = bool uuid_gt leakproof
    varbit > varbit = bool varbitgt leakproof
    xid8 > xid8 = bool xid8gt leakproof
    anyarray >= anyarray = bool array_ge
    anyenum >= anyenum = bool enum_ge
    anymultirange >= anymultirange = bool multirange_ge
    anyrange >= anyrange = bool range_ge
    bit >= bit = bool bitge leakproof
    bool >= bool = bool boolge leakproof
    box >= box = bool box_ge
    bpchar >= bpchar = bool bpcharge leakproof
    bytea >= bytea = bool byteage leakproof
    char >= char = bool charge leakproof
    circle >= circle = bool circle_ge leakproof
    date >= date = bool date_ge leakproof
    date >= timestamp = bool date_ge_timestamp
    date >= timestamptz = bool date_ge_timestamptz stable
    float4 >= float4 = bool float4ge leakproof
    float4 >= float8 = bool float48ge leakproof
    float8 >= float4 = bool float84ge leakproof
    float8 >= float8 = bool float8ge leakproof
    inet >= inet = bool network_ge leakproof
    int2 >= int2 = bool int2ge leakproof
    int2 >= int4 = bool int24ge leakproof
    int2 >= int8 = bool int28ge leakproof
    int4 >= int2 = bool int42ge leakproof
    int4 >= int4 = bool int4ge leakproof
    int4 >= int8 = bool int48ge leakproof
    int8 >= int2 = bool int82ge leakproof
    int8 >= int4 = bool int84ge leakproof
    int8 >= int8 = bool int8ge leakproof
    interval >= interval = bool interval_ge leakproof
    jsonb >= jsonb = bool jsonb_ge
    lseg >= lseg = bool lseg_ge leakproof
    macaddr >= macaddr = bool macaddr_ge leakproof
    macaddr8 >= macaddr8 = bool macaddr8_ge leakproof
    money >= money = bool cash_ge leakproof
    name >= name = bool namege leakproof
    name >= text = bool namegetext leakproof
    numeric >= numeric = bool numeric_ge
    oid >= oid = bool oidge leakproof
    oidvector >= oidvector = bool oidvectorge leakproof
    path >= path = bool path_n_ge
    pg_lsn >= pg_lsn = bool pg_lsn_ge leakproof
    record >= record = bool record_ge
    text >= name = bool textgename leakproof
    text >= text = bool text_ge leakproof
    tid >= tid = bool tidge leakproof
    time >= time = bool time_ge leakproof
    timestamp >= date = bool timestamp_ge_date
    timestamp >= timestamp = bool timestamp_ge leakproof
    timestamp >= timestamptz = bool timestamp_ge_timestamptz stable
    timestamptz >= date = bool timestamptz_ge_date stable
    timestamptz >= timestamp = bool timestamptz_ge_timestamp stable
    timestamptz >= timestamptz = bool timestamptz_ge leakproof
    timetz >= timetz = bool timetz_ge leakproof
    tsquery >= tsquery = bool tsquery_ge
    tsvector >= tsvector = bool tsvector_ge
    uuid >= uuid = bool uuid_ge leakproof
    varbit >= varbit = bool varbitge leakproof
    xid8 >= xid8 = bool xid8ge leakproof
    anymultirange >> anymultirange = bool multirange_after_multirange
    anymultirange >> anyrange = bool multirange_after_range
    anyrange >> anymultirange = bool range_after_multirange
    anyrange >> anyrange = bool range_after
    bit >> int4 = bit bitshiftright
    box >> box = bool box_right
    circle >> circle = bool circle_right
    inet >> inet = bool network_sup
    int2 >> int4 = int2 int2shr
    int4 >> int4 = int4 int4shr
    int8 >> int4 = int8 int8shr
    point >> point = bool point_right
    polygon >> polygon = bool poly_right
    inet >>= inet = bool network_supeq
    box >^ box = bool box_above_eq
    point >^ point = bool point_above
    jsonb ? text = bool jsonb_exists
    box ?# box = bool box_overlap
    line ?# box = bool inter_lb
    line ?# line = bool line_intersect
    lseg ?# box = bool inter_sb
    lseg ?# line = bool inter_sl
    lseg ?# lseg = bool lseg_intersect
    path ?# path = bool path_inter
    jsonb ?& _text = bool jsonb_exists_all
    point ?- point = bool point_horiz
    ?- line = bool line_horizontal
    ?- lseg = bool lseg_horizontal
    line ?-| line = bool line_perp
    lseg ?-| lseg = bool lseg_perp
    jsonb ?| _text = bool jsonb_exists_any
    point ?| point = bool point_vert
    ?| line = bool line_vertical
    ?| lseg = bool lseg_vertical
    line ?|| line = bool line_parallel
    lseg ?|| lseg = bool lseg_parallel
    @ float4 = float4 float4abs
    @ float8 = float8 float8abs
    @ int2 = int2 int2abs
    @ int4 = int4 int4abs
    @ int8 = int8 int8abs
    @ numeric = numeric numeric_abs
    @-@ lseg = float8 lseg_length
    @-@ path = float8 path_length
    _aclitem @> aclitem = bool aclcontains
    anyarray @> anyarray = bool arraycontains
    anymultirange @> anyelement = bool multirange_contains_elem
    anymultirange @> anymultirange = bool multirange_contains_multirange
    anymultirange @> anyrange = bool multirange_contains_range
    anyrange @> anyelement = bool range_contains_elem
    anyrange @> anymultirange = bool range_contains_multirange
    anyrange @> anyrange = bool range_contains
    box @> box = bool box_contain
    box @> point = bool box_contain_pt
    circle @> circle = bool circle_contain
    circle @> point = bool circle_contain_pt
    jsonb @> jsonb = bool jsonb_contains
    path @> point = bool path_contain_pt
    polygon @> point = bool poly_contain_pt
    polygon @> polygon = bool poly_contain
    tsquery @> tsquery = bool tsq_mcontains
    jsonb @? jsonpath = bool jsonb_path_exists_opr
    jsonb @@ jsonpath = bool jsonb_path_match_opr
    text @@ text = bool ts_match_tt stable
    text @@ tsquery = bool ts_match_tq stable
    tsquery @@ tsvector = bool ts_match_qv
    tsvector @@ tsquery = bool ts_match_vq
    @@ box = point box_center
    @@ circle = point circle_center
    @@ lseg = point lseg_center
    @@ polygon = point poly_center
    tsquery @@@ tsvector = bool ts_match_qv
    tsvector @@@ tsquery = bool ts_match_vq
    float8 ^ float8 = float8 dpow
    numeric ^ numeric = numeric numeric_power
    text ^@ text = bool starts_with leakproof
    bit | bit = bit bitor
    inet | inet = inet inetor
    int2 | int2 = int2 int2or
    int4 | int4 = int4 int4or
    int8 | int8 = int8 int8or
    macaddr | macaddr = macaddr macaddr_or
    macaddr8 | macaddr8 = macaddr8 macaddr8_or
    box |&> box = bool box_overabove
    circle |&> circle = bool circle_overabove
    polygon |&> polygon = bool poly_overabove
    |/ float8 = float8 dsqrt
    box |>> box = bool box_above
    circle |>> circle = bool circle_above
    point |>> point = bool point_above
    polygon |>> polygon = bool poly_above
    anycompatible || anycompatiblearray = anycompatiblearray array_prepend called
    anycompatiblearray || anycompatible = anycompatiblearray array_append called
    anycompatiblearray || anycompatiblearray = anycompatiblearray array_cat called
    anynonarray || text = text anytextcat stable
    bytea || bytea = bytea byteacat
    jsonb || jsonb = jsonb jsonb_concat
    text || anynonarray = text textanycat stable
    text || text = text textcat
    tsquery || tsquery = tsquery tsquery_or
    tsvector || tsvector = tsvector tsvector_concat
    varbit || varbit = varbit bitcat
    ||/ float8 = float8 dcbrt
    bpchar ~ text = bool bpcharregexeq
    name ~ text = bool nameregexeq
    text ~ text = bool textregexeq
    ~ bit = bit bitnot
    ~ inet = inet inetnot
    ~ int2 = int2 int2not
    ~ int4 = int4 int4not
    ~ int8 = int8 int8not
    ~ macaddr = macaddr macaddr_not
    ~ macaddr8 = macaddr8 macaddr8_not
    bpchar ~* text = bool bpcharicregexeq
    name ~* text = bool nameicregexeq
    text ~* text = bool texticregexeq
    bpchar ~<=~ bpchar = bool bpchar_pattern_le leakproof
    text ~<=~ text = bool text_pattern_le leakproof
    bpchar ~<~ bpchar = bool bpchar_pattern_lt leakproof
    text ~<~ text = bool text_pattern_lt leakproof
    box ~= box = bool box_same
    circle ~= circle = bool circle_same
    point ~= point = bool point_eq
    polygon ~= polygon = bool poly_same
    bpchar ~>=~ bpchar = bool bpchar_pattern_ge leakproof
    text ~>=~ text = bool text_pattern_ge leakproof
    bpchar ~>~ bpchar = bool bpchar_pattern_gt leakproof
    text ~>~ text = bool text_pattern_gt leakproof
    bpchar ~~ text = bool bpcharlike
    bytea ~~ bytea = bool bytealike
    name ~~ text = bool namelike
    text ~~ text = bool textlike
    bpchar ~~* text = bool bpchariclike
    name ~~* text = bool nameiclike
    text ~~* text = bool texticlike
    """#
}
