import RowkeepCommands

struct ElectricRide: AccessPlanApp {
  static var plan: Plan { Plan(PlanDocument(name: "electric-ride", catalog: Catalog())) }
  static var variants: [Plan] {
    [Plan(PlanDocument(name: "electric-ride", variant: "stage-3", catalog: Catalog()))]
  }
}
ElectricRide.main()
