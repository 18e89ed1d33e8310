import AccessPlan

/// The stages in which a tutorial arrives at the plan, most of them wrong on purpose.
///
/// All have the same relations and are held against the same intents; only access differs.
extension ElectricRidePlans {
  /// Stages 0 to 7, in order.
  static var stages: [Plan] {
    [stage0, stage1, stage2, stage3, stage4, stage5, stage6, stage7]
  }

  /// No row security: the API's default grants decide, and give everything to everyone.
  static let stage0 = stated.variant(
    "stage-0",
    .apiDefaults(.granted),
    .rowSecurity(.disabled),
    .withoutRules(),
    .definition(of: CountOfVehiclesByBrand.self, .invoker) { $0.firstQuery })

  /// Row security on one table, without policies: what joins it disappears.
  static let stage1 = stage0.variant("stage-1", .rowSecurity(.enabled, on: Colour.self))

  /// Row security everywhere, without policies: nothing is reached.
  static let stage2 = stage0.variant("stage-2", .rowSecurity(.enabled))

  /// Everyone reads everything.
  static let stage3 = stage2.variant(
    "stage-3", .tableRules { Allow(.select, to: .public) })

  /// Everyone writes everyone's saved listings.
  static let stage4 = stage3.variant(
    "stage-4", .rules(of: Saved.self) { _ in Allow(.all, to: .public) })

  /// Signed-in people only; their saved listings are still everyone's.
  static let stage5 = stage4.variant(
    "stage-5",
    .tableRules { Allow(.select, to: .authenticated) },
    .rules(of: Saved.self) { _ in Allow(.all, to: .authenticated) })

  /// They may also add patrons, with any email address.
  static let stage6 = stage5.variant(
    "stage-6",
    .rules(of: Patron.self) { _ in Allow(.select, .insert, to: .authenticated) })

  /// Visitors get their counts. Here the tutorial stops.
  static let stage7 = stage6.variant("stage-7", .asStated(CountOfVehiclesByBrand.self))
}
