import AccessPlan

extension ChapterPlans {
  static var wrong: [Plan] { [] }
}
