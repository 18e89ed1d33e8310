import AccessModel

/// Functions of a server besides those of `FunctionTable`, by name alone: some can be called by the
/// server only, others came after PostgreSQL 15, or have got other arguments since.
///
/// A name that is in neither is no function of that server. Tests hold the lists against servers.
enum FunctionNames {
  /// Whether there is such a function that has no line in `FunctionTable`.
  static func contains(_ name: String, in version: PostgresVersion) -> Bool {
    guard let range = ranges[name] else { return version >= .v16 && syntax.contains(name) }
    return range.contains(version)
  }

  static func all(in version: PostgresVersion) -> Set<String> {
    Set(ranges.filter { $0.value.contains(version) }.keys)
  }

  /// What the grammar of later versions reads as more than a call.
  private static let syntax: Set<String> = [
    "json", "json_array", "json_arrayagg", "json_exists", "json_object", "json_objectagg",
    "json_query", "json_scalar", "json_serialize", "json_table", "json_value", "merge_action",
  ]

  private static let ranges: [String: ClosedRange<PostgresVersion>] = {
    var result: [String: ClosedRange<PostgresVersion>] = [:]
    for (range, names) in lists {
      for name in names.split(separator: " ") { result[String(name)] = range }
    }
    return result
  }()

  private static let lists: [(ClosedRange<PostgresVersion>, String)] = [
    (
      .v15 ... .v18,
      """
      RI_FKey_cascade_del RI_FKey_cascade_upd RI_FKey_check_ins RI_FKey_check_upd \
      RI_FKey_noaction_del RI_FKey_noaction_upd RI_FKey_restrict_del RI_FKey_restrict_upd \
      RI_FKey_setdefault_del RI_FKey_setdefault_upd RI_FKey_setnull_del RI_FKey_setnull_upd \
      aclitemin aclitemout any_in any_out anyarray_in anyarray_out anyarray_recv anycompatible_in \
      anycompatible_out anycompatiblearray_in anycompatiblearray_out anycompatiblearray_recv \
      anycompatiblemultirange_in anycompatiblemultirange_out anycompatiblenonarray_in \
      anycompatiblenonarray_out anycompatiblerange_in anycompatiblerange_out anyelement_in \
      anyelement_out anyenum_in anyenum_out anymultirange_in anymultirange_out anynonarray_in \
      anynonarray_out anyrange_in anyrange_out areajoinsel areasel array_agg_array_finalfn \
      array_agg_array_transfn array_agg_finalfn array_agg_transfn array_in array_out array_recv \
      array_subscript_handler array_typanalyze array_unnest_support arraycontjoinsel arraycontsel \
      bernoulli big5_to_euc_tw big5_to_mic big5_to_utf8 bit_in bit_out bit_recv bittypmodin \
      bittypmodout bool_accum bool_accum_inv bool_alltrue bool_anytrue boolin boolout boolrecv \
      box_in box_out box_recv bpchar_sortsupport bpcharin bpcharout bpcharrecv bpchartypmodin \
      bpchartypmodout brin_bloom_add_value brin_bloom_consistent brin_bloom_opcinfo \
      brin_bloom_options brin_bloom_summary_in brin_bloom_summary_out brin_bloom_summary_recv \
      brin_bloom_union brin_inclusion_add_value brin_inclusion_consistent brin_inclusion_opcinfo \
      brin_inclusion_union brin_minmax_add_value brin_minmax_consistent brin_minmax_multi_add_value \
      brin_minmax_multi_consistent brin_minmax_multi_distance_date \
      brin_minmax_multi_distance_float4 brin_minmax_multi_distance_float8 \
      brin_minmax_multi_distance_inet brin_minmax_multi_distance_int2 \
      brin_minmax_multi_distance_int4 brin_minmax_multi_distance_int8 \
      brin_minmax_multi_distance_interval brin_minmax_multi_distance_macaddr \
      brin_minmax_multi_distance_macaddr8 brin_minmax_multi_distance_numeric \
      brin_minmax_multi_distance_pg_lsn brin_minmax_multi_distance_tid \
      brin_minmax_multi_distance_time brin_minmax_multi_distance_timestamp \
      brin_minmax_multi_distance_timetz brin_minmax_multi_distance_uuid brin_minmax_multi_opcinfo \
      brin_minmax_multi_options brin_minmax_multi_summary_in brin_minmax_multi_summary_out \
      brin_minmax_multi_summary_recv brin_minmax_multi_union brin_minmax_opcinfo brin_minmax_union \
      brinhandler btbpchar_pattern_sortsupport btfloat4sortsupport btfloat8sortsupport bthandler \
      btint2sortsupport btint4sortsupport btint8sortsupport btnamesortsupport btoidsortsupport \
      bttext_pattern_sortsupport bttextsortsupport bytea_sortsupport bytea_string_agg_finalfn \
      bytea_string_agg_transfn byteain byteaout bytearecv cash_in cash_out cash_recv charin charout \
      charrecv cidin cidout cidr_in cidr_out cidr_recv cidrecv circle_in circle_out circle_recv \
      contjoinsel contsel cstring_in cstring_out cstring_recv cstring_send cume_dist_final date_in \
      date_out date_recv date_sortsupport dense_rank_final dispell_init dispell_lexize domain_in \
      domain_recv dsimple_init dsimple_lexize dsnowball_init dsnowball_lexize dsynonym_init \
      dsynonym_lexize enum_in enum_out enum_recv eqjoinsel eqsel euc_cn_to_mic euc_cn_to_utf8 \
      euc_jis_2004_to_shift_jis_2004 euc_jis_2004_to_utf8 euc_jp_to_mic euc_jp_to_sjis \
      euc_jp_to_utf8 euc_kr_to_mic euc_kr_to_utf8 euc_tw_to_big5 euc_tw_to_mic euc_tw_to_utf8 \
      event_trigger_in event_trigger_out fdw_handler_in fdw_handler_out float4in float4out \
      float4recv float8in float8out float8recv gb18030_to_utf8 gbk_to_utf8 \
      generate_series_int4_support generate_series_int8_support gin_cmp_prefix gin_consistent_jsonb \
      gin_consistent_jsonb_path gin_extract_jsonb gin_extract_jsonb_path gin_extract_jsonb_query \
      gin_extract_jsonb_query_path gin_extract_tsquery gin_extract_tsvector gin_triconsistent_jsonb \
      gin_triconsistent_jsonb_path gin_tsquery_consistent gin_tsquery_triconsistent \
      ginarrayconsistent ginarrayextract ginarraytriconsistent ginhandler ginqueryarrayextract \
      gist_box_consistent gist_box_distance gist_box_penalty gist_box_picksplit gist_box_same \
      gist_box_union gist_circle_compress gist_circle_consistent gist_circle_distance \
      gist_point_compress gist_point_consistent gist_point_distance gist_point_fetch \
      gist_point_sortsupport gist_poly_compress gist_poly_consistent gist_poly_distance gisthandler \
      gtsquery_compress gtsquery_consistent gtsquery_penalty gtsquery_picksplit gtsquery_same \
      gtsquery_union gtsvector_compress gtsvector_consistent gtsvector_decompress gtsvector_options \
      gtsvector_penalty gtsvector_picksplit gtsvector_same gtsvector_union gtsvectorin gtsvectorout \
      hashhandler hashvarlena hashvarlenaextended heap_tableam_handler iclikejoinsel iclikesel \
      icnlikejoinsel icnlikesel icregexeqjoinsel icregexeqsel icregexnejoinsel icregexnesel \
      index_am_handler_in index_am_handler_out inet_gist_compress inet_gist_consistent \
      inet_gist_fetch inet_gist_penalty inet_gist_picksplit inet_gist_same inet_gist_union inet_in \
      inet_out inet_recv inet_spg_choose inet_spg_config inet_spg_inner_consistent \
      inet_spg_leaf_consistent inet_spg_picksplit int2_accum int2_accum_inv int2in int2out int2recv \
      int2vectorin int2vectorout int2vectorrecv int4_accum int4_accum_inv int4in int4out int4recv \
      int8_accum int8_accum_inv int8_avg_accum int8_avg_accum_inv int8_avg_combine \
      int8_avg_deserialize int8_avg_serialize int8in int8inc_support int8out int8recv internal_in \
      internal_out interval_in interval_out interval_recv interval_support intervaltypmodin \
      intervaltypmodout iso8859_1_to_utf8 iso8859_to_utf8 iso_to_koi8r iso_to_mic iso_to_win1251 \
      iso_to_win866 johab_to_utf8 json_agg_finalfn json_agg_transfn json_in json_object_agg_finalfn \
      json_object_agg_transfn json_out json_recv jsonb_agg_finalfn jsonb_agg_transfn jsonb_in \
      jsonb_object_agg_finalfn jsonb_object_agg_transfn jsonb_out jsonb_recv \
      jsonb_subscript_handler jsonpath_in jsonpath_out jsonpath_recv koi8r_to_iso koi8r_to_mic \
      koi8r_to_utf8 koi8r_to_win1251 koi8r_to_win866 koi8u_to_utf8 language_handler_in \
      language_handler_out latin1_to_mic latin2_to_mic latin2_to_win1250 latin3_to_mic \
      latin4_to_mic likejoinsel likesel line_in line_out line_recv lseg_in lseg_out lseg_recv \
      macaddr8_in macaddr8_out macaddr8_recv macaddr_in macaddr_out macaddr_recv \
      macaddr_sortsupport matchingjoinsel matchingsel mic_to_big5 mic_to_euc_cn mic_to_euc_jp \
      mic_to_euc_kr mic_to_euc_tw mic_to_iso mic_to_koi8r mic_to_latin1 mic_to_latin2 mic_to_latin3 \
      mic_to_latin4 mic_to_sjis mic_to_win1250 mic_to_win1251 mic_to_win866 mode_final \
      multirange_agg_finalfn multirange_agg_transfn multirange_gist_compress \
      multirange_gist_consistent multirange_in multirange_out multirange_recv multirange_typanalyze \
      multirangesel namein nameout namerecv neqjoinsel neqsel network_sortsupport \
      network_subset_support networkjoinsel networksel nlikejoinsel nlikesel numeric_accum \
      numeric_accum_inv numeric_avg numeric_avg_accum numeric_avg_combine numeric_avg_deserialize \
      numeric_avg_serialize numeric_combine numeric_deserialize numeric_in numeric_out \
      numeric_poly_avg numeric_poly_combine numeric_poly_deserialize numeric_poly_serialize \
      numeric_poly_stddev_pop numeric_poly_stddev_samp numeric_poly_sum numeric_poly_var_pop \
      numeric_poly_var_samp numeric_recv numeric_serialize numeric_sortsupport numeric_stddev_pop \
      numeric_stddev_samp numeric_sum numeric_support numeric_var_pop numeric_var_samp \
      numerictypmodin numerictypmodout oidin oidout oidrecv oidvectorin oidvectorout oidvectorrecv \
      ordered_set_transition ordered_set_transition_multi path_in path_out path_recv \
      percent_rank_final percentile_cont_float8_final percentile_cont_float8_multi_final \
      percentile_cont_interval_final percentile_cont_interval_multi_final percentile_disc_final \
      percentile_disc_multi_final pg_ddl_command_in pg_ddl_command_out pg_ddl_command_recv \
      pg_dependencies_in pg_dependencies_out pg_dependencies_recv pg_lsn_in pg_lsn_out pg_lsn_recv \
      pg_mcv_list_in pg_mcv_list_out pg_mcv_list_recv pg_ndistinct_in pg_ndistinct_out \
      pg_ndistinct_recv pg_node_tree_in pg_node_tree_out pg_node_tree_recv pg_snapshot_in \
      pg_snapshot_out pg_snapshot_recv plpgsql_call_handler plpgsql_inline_handler point_in \
      point_out point_recv poly_in poly_out poly_recv positionjoinsel positionsel prefixjoinsel \
      prefixsel prsd_end prsd_headline prsd_lextype prsd_nexttoken prsd_start range_agg_finalfn \
      range_agg_transfn range_gist_consistent range_gist_penalty range_gist_picksplit \
      range_gist_same range_gist_union range_in range_out range_recv range_typanalyze rangesel \
      rank_final raw_array_subscript_handler record_in record_out record_recv regclassin \
      regclassout regclassrecv regcollationin regcollationout regcollationrecv regconfigin \
      regconfigout regconfigrecv regdictionaryin regdictionaryout regdictionaryrecv regexeqjoinsel \
      regexeqsel regexnejoinsel regexnesel regnamespacein regnamespaceout regnamespacerecv \
      regoperatorin regoperatorout regoperatorrecv regoperin regoperout regoperrecv regprocedurein \
      regprocedureout regprocedurerecv regprocin regprocout regprocrecv regrolein regroleout \
      regrolerecv regtypein regtypeout regtyperecv scalargejoinsel scalargesel scalargtjoinsel \
      scalargtsel scalarlejoinsel scalarlesel scalarltjoinsel scalarltsel shell_in shell_out \
      shift_jis_2004_to_euc_jis_2004 shift_jis_2004_to_utf8 sjis_to_euc_jp sjis_to_mic sjis_to_utf8 \
      spg_bbox_quad_config spg_box_quad_choose spg_box_quad_config spg_box_quad_inner_consistent \
      spg_box_quad_leaf_consistent spg_box_quad_picksplit spg_kd_choose spg_kd_config \
      spg_kd_inner_consistent spg_kd_picksplit spg_quad_choose spg_quad_config \
      spg_quad_inner_consistent spg_quad_leaf_consistent spg_quad_picksplit spg_range_quad_choose \
      spg_range_quad_config spg_range_quad_inner_consistent spg_range_quad_leaf_consistent \
      spg_range_quad_picksplit spg_text_choose spg_text_config spg_text_inner_consistent \
      spg_text_leaf_consistent spg_text_picksplit spghandler string_agg_finalfn string_agg_transfn \
      suppress_redundant_updates_trigger system table_am_handler_in table_am_handler_out \
      text_starts_with_support texticlike_support texticregexeq_support textin textlike_support \
      textout textrecv textregexeq_support thesaurus_init thesaurus_lexize tidin tidout tidrecv \
      time_in time_out time_recv time_support timestamp_in timestamp_out timestamp_recv \
      timestamp_sortsupport timestamp_support timestamptypmodin timestamptypmodout timestamptz_in \
      timestamptz_out timestamptz_recv timestamptztypmodin timestamptztypmodout timetypmodin \
      timetypmodout timetz_in timetz_out timetz_recv timetztypmodin timetztypmodout trigger_in \
      trigger_out ts_typanalyze tsm_handler_in tsm_handler_out tsmatchjoinsel tsmatchsel tsqueryin \
      tsqueryout tsqueryrecv tsvector_update_trigger tsvector_update_trigger_column tsvectorin \
      tsvectorout tsvectorrecv txid_snapshot_in txid_snapshot_out txid_snapshot_recv uhc_to_utf8 \
      unique_key_recheck unknownin unknownout unknownrecv unknownsend utf8_to_big5 utf8_to_euc_cn \
      utf8_to_euc_jis_2004 utf8_to_euc_jp utf8_to_euc_kr utf8_to_euc_tw utf8_to_gb18030 utf8_to_gbk \
      utf8_to_iso8859 utf8_to_iso8859_1 utf8_to_johab utf8_to_koi8r utf8_to_koi8u \
      utf8_to_shift_jis_2004 utf8_to_sjis utf8_to_uhc utf8_to_win uuid_in uuid_out uuid_recv \
      uuid_sortsupport varbit_in varbit_out varbit_recv varbit_support varbittypmodin \
      varbittypmodout varchar_support varcharin varcharout varcharrecv varchartypmodin \
      varchartypmodout void_in void_out void_recv win1250_to_latin2 win1250_to_mic win1251_to_iso \
      win1251_to_koi8r win1251_to_mic win1251_to_win866 win866_to_iso win866_to_koi8r win866_to_mic \
      win866_to_win1251 win_to_utf8 window_dense_rank_support window_rank_support \
      window_row_number_support xid8in xid8out xid8recv xidin xidout xidrecv xml_in xml_out \
      xml_recv
      """
    ),
    (
      .v16 ... .v18,
      """
      any_value any_value_transfn array_agg_array_combine array_agg_array_deserialize \
      array_agg_array_serialize array_agg_combine array_agg_deserialize array_agg_serialize \
      array_sample array_shuffle date_add date_subtract erf erfc generate_series json_agg_strict \
      json_agg_strict_transfn json_object_agg_strict json_object_agg_strict_transfn \
      json_object_agg_unique json_object_agg_unique_strict json_object_agg_unique_strict_transfn \
      json_object_agg_unique_transfn jsonb_agg_strict jsonb_agg_strict_transfn \
      jsonb_object_agg_strict jsonb_object_agg_strict_transfn jsonb_object_agg_unique \
      jsonb_object_agg_unique_strict jsonb_object_agg_unique_strict_transfn \
      jsonb_object_agg_unique_transfn pg_get_publication_tables pg_input_error_info \
      pg_input_is_valid pg_log_standby_snapshot pg_read_binary_file pg_read_file \
      pg_split_walfile_name pg_stat_get_backend_subxact pg_stat_get_db_conflict_logicalslot \
      pg_stat_get_io pg_stat_get_lastscan pg_stat_get_tuples_newpage_updated \
      pg_stat_get_xact_tuples_newpage_updated random_normal string_agg_combine \
      string_agg_deserialize string_agg_serialize system_user window_cume_dist_support \
      window_ntile_support window_percent_rank_support
      """
    ),
    (
      .v17 ... .v18,
      """
      binary_upgrade_add_sub_rel_state binary_upgrade_logical_slot_has_caught_up \
      binary_upgrade_replorigin_advance elem_contained_by_range_support icu_unicode_version \
      interval_avg_accum interval_avg_accum_inv interval_avg_combine interval_avg_deserialize \
      interval_avg_serialize interval_sum jsonb_populate_record_valid pg_available_wal_summaries \
      pg_basetype pg_column_toast_chunk_id pg_create_logical_replication_slot pg_get_wait_events \
      pg_get_wal_summarizer_state pg_logical_emit_message pg_stat_get_checkpointer_buffers_written \
      pg_stat_get_checkpointer_num_requested pg_stat_get_checkpointer_num_timed \
      pg_stat_get_checkpointer_restartpoints_performed \
      pg_stat_get_checkpointer_restartpoints_requested pg_stat_get_checkpointer_restartpoints_timed \
      pg_stat_get_checkpointer_stat_reset_time pg_stat_get_checkpointer_sync_time \
      pg_stat_get_checkpointer_write_time pg_sync_replication_slots pg_wal_summary_contents random \
      range_contains_elem_support timezone to_bin to_oct to_regtypemod unicode_assigned \
      unicode_version uuid_extract_timestamp uuid_extract_version xmltext
      """
    ),
    (
      .v18 ... .v18,
      """
      array_append_support array_prepend_support array_reverse array_sort \
      array_subscript_handler_support btboolskipsupport btcharskipsupport btint2skipsupport \
      btint4skipsupport btint8skipsupport btoidskipsupport bytea bytea_larger bytea_smaller \
      casefold crc32 crc32c date_skipsupport gamma generate_series_numeric_support \
      generate_series_timestamp_support gist_translate_cmptype_common has_largeobject_privilege \
      hashbool hashboolextended hashbytea hashbyteaextended hashcid hashcidextended hashdate \
      hashdateextended hashxid hashxid8 hashxid8extended hashxidextended int2 int4 int8 \
      json_strip_nulls jsonb_strip_nulls lgamma max min pg_clear_attribute_stats \
      pg_clear_relation_stats pg_get_acl pg_get_aios pg_get_loaded_modules pg_get_sequence_data \
      pg_get_shmem_allocations_numa pg_ls_summariesdir pg_numa_available pg_restore_attribute_stats \
      pg_restore_relation_stats pg_stat_get_backend_io pg_stat_get_backend_wal \
      pg_stat_get_checkpointer_num_performed pg_stat_get_checkpointer_slru_written \
      pg_stat_get_db_parallel_workers_launched pg_stat_get_db_parallel_workers_to_launch \
      pg_stat_get_total_analyze_time pg_stat_get_total_autoanalyze_time \
      pg_stat_get_total_autovacuum_time pg_stat_get_total_vacuum_time pg_stat_have_stats \
      pg_stat_reset_backend_stats pg_timezone_abbrevs_abbrevs pg_timezone_abbrevs_zone \
      range_sortsupport record_larger record_smaller reverse timestamp_skipsupport timestamptz_hash \
      timestamptz_hash_extended uuid_skipsupport uuidv4 uuidv7
      """
    ),
  ]
}
