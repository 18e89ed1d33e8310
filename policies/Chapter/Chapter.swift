import RowkeepCommands

/// The program: every command, on the plan as stated or with `--variant` on a wrong one.
@main struct Chapter: AccessPlanApp {
  static var plan: Plan { ChapterPlans.stated }
  static var variants: [Plan] { ChapterPlans.wrong }
}
