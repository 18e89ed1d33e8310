/// Abbreviations of time zones with the one offset that they mean.
///
/// Source: the view `pg_timezone_abbrevs` with the setting `timezone_abbreviations` as it comes.
enum TimeZoneAbbreviations {
  /// Seconds east of UTC: names in lowercase.
  private static let text = """
    -36000: hst taht
    -34200: mart
    -32400: akst gamt
    -28800: pst
    -28800 daylight: akdt
    -25200: mst
    -25200 daylight: pdt
    -21600: cst galt
    -21600 daylight: mdt
    -18000: act cot est pet
    -18000 daylight: cdt
    -14400: amt ast bot
    -14400 daylight: edt
    -12600: nft nst
    -10800: bra brt gft pmst uyt wgt
    -10800 daylight: adt clst pyst
    -9000 daylight: ndt
    -7200: fnt
    -7200 daylight: brst pmdt uyst wgst
    -3600: azot egt
    -3600 daylight: fnst
    0: gmt uct ut utc wet z zulu
    0 daylight: azost egst
    3600: cet met mez wat
    3600 daylight: bst wetdst
    7200: eet ist sast
    7200 daylight: bdst cest cetdst mest mesz metdst
    10800: eat fet
    10800 daylight: eest eetdst idt
    12600: irt
    14400: mut ret sct
    14400 daylight: msd
    16200: aft
    18000: mvt pkt tft tjt uzt
    18000 daylight: must
    20700: npt
    21600: almt bdt btt xjt
    21600 daylight: kgst pkst uzst yekst
    23400: mmt
    25200: cxt ict wast
    25200 daylight: almst
    28800: awst bnt bort cct hkt myt pht
    28800 daylight: wadt
    31500: acwst
    32400: jayt jst kst pwt
    32400 daylight: awsst ulast wdt
    34200: acst cast
    36000: aest chut ddut ligt mpt pgt trut yapt
    36000 daylight: kdt
    37800: lhst
    37800 daylight: acdt acsst cadt sadt
    39600: pont vut
    39600 daylight: aedt aesst
    43200: fjt gilt mht nzst nzt tvt wakt wft
    45900: chast
    46800: tot
    46800 daylight: fjst nzdt
    49500 daylight: chadt
    """

  /// Those whose offset depends on the date.
  static let changing: Set<Substring> = Set(
    """
    amst anast anat arst art azst azt ckt clt davt easst east fkst fkt gest get gyt iot irkst irkt
    kgt kost krast krat lhdt lint lkt magst magt mawt msk novst novt nut omsst omst petst pett pyt
    sgt tkt tmt ulat vet vlast vlat volt yakst yakt yekt
    """.split(whereSeparator: \.isWhitespace))

  /// The offset of an abbreviation in lowercase; nil for none.
  static func offset(_ name: String) -> TimeZoneRules.Offset? { offsets[name] }

  private static let offsets: [String: TimeZoneRules.Offset] = {
    var offsets: [String: TimeZoneRules.Offset] = [:]
    for line in text.split(separator: "\n") {
      let halves = line.split(separator: ":")
      let words = halves[0].split(separator: " ")
      guard halves.count == 2, let seconds = Int64(words[0]) else { continue }
      for name in halves[1].split(separator: " ") {
        offsets[String(name)] = TimeZoneRules.Offset(
          seconds: seconds, isDaylight: words.count > 1, abbreviation: name.uppercased())
      }
    }
    return offsets
  }()
}
