import AccessPlan
import Foundation

// Prints the plan, or the variant named, as JSON.
let wanted = CommandLine.arguments.dropFirst().first
guard let plan = ElectricRidePlans.all.first(where: { $0.variantName == wanted }) else {
  FileHandle.standardError.write(Data("no variant `\(wanted ?? "")`\n".utf8))
  exit(2)
}
let loaded = plan.load()
for diagnostic in loaded.diagnostics {
  FileHandle.standardError.write(Data("\(diagnostic)\n".utf8))
}
guard let document = loaded.document else { exit(2) }
let encoder = JSONEncoder()
encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
print(String(decoding: try encoder.encode(document), as: UTF8.self))
