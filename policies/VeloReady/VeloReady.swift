import RowkeepCommands

/// The program: every command, on the plan as stated or with `--variant` on a wrong one.
@main struct VeloReady: AccessPlanApp {
  static var plan: Plan { VeloReadyPlans.stated }
  static var variants: [Plan] { VeloReadyPlans.wrong }
}
