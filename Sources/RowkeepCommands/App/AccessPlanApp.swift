@_exported public import AccessPlan
import ArgumentParser
import Foundation
import SQLFrontend

/// A program that is an access plan, with every command of Rowkeep.
///
/// ```swift
/// import RowkeepCommands
///
/// @main struct ElectricRide: AccessPlanApp {
///   static var plan: Plan { … }
/// }
/// ```
///
/// `swift run ElectricRide check --fixtures fixtures/electric-ride` then does what
/// `rowkeep check` does with the plan's folder as input.
public protocol AccessPlanApp {
  /// The plan as stated.
  static var plan: Plan { get }
  /// Other plans over the same relations, such as stages of a change; chosen with `--variant`.
  static var variants: [Plan] { get }
}

extension AccessPlanApp {
  /// No variants.
  public static var variants: [Plan] { [] }

  /// Runs the command line of this process, and ends it with the command's exit status.
  public static func main() {
    let program = Program<PlanProgram<Self>>(context: .ofProcess())
    exit(program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  static var bundle: PlanBundle {
    let plans = [plan] + variants
    let names = plans.compactMap(\.variantName)
    return PlanBundle(plans: plans.map { PlanBundle.Entry(compiling: $0, variants: names) })
  }
}

extension PlanBundle.Entry {
  init(compiling plan: Plan, variants: [String]) {
    let loaded = plan.load(variants: variants)
    var (document, diagnostics) = (loaded.document, loaded.diagnostics)
    if let plain = document,
      loaded.hasSQLText || !loaded.definitions.isEmpty || !loaded.platformPolicies.isEmpty
    {
      let completed = PlanCompletion.complete(
        plain,
        with: loaded.definitions.map { .init($0.sql, at: $0.place) }
          + loaded.platformPolicies.map { .init($0.policy, on: $0.table) })
      document = completed.document
      diagnostics += completed.diagnostics
    }
    self.init(
      name: plan.name, variant: plan.variantName, document: document, diagnostics: diagnostics)
  }
}

/// The command line of a plan's own program.
struct PlanProgram<App: AccessPlanApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "\(App.self)",
      abstract: "Check, compile and explain this access plan.",
      discussion: RowkeepProgram.discussion,
      version: RowkeepProgram.version,
      subcommands: Commands<OwnInput<App>>.all + [EmitCommand<App>.self])
  }
}
