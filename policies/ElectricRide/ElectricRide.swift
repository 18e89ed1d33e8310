import RowkeepCommands

/// The program: every command, on the plan as stated or with `--variant` on a stage.
@main struct ElectricRide: AccessPlanApp {
  static var plan: Plan { ElectricRidePlans.stated }
  static var variants: [Plan] { ElectricRidePlans.stages }
}
