import AccessModel
import CPgQuery

/// What the clauses of CREATE and ALTER FUNCTION and PROCEDURE say by themselves.
///
/// Source: `compute_function_attributes()`, `AlterFunction()` in `src/backend/commands/functioncmds.c`.
enum FunctionOptions {
  private static let notOfProcedures: Set = [
    "volatility", "strict", "leakproof", "cost", "rows", "support", "parallel", "window",
  ]

  /// Which clauses there are.
  static func checkForm(
    _ elements: [PgQuery__DefElem], isProcedure: Bool
  ) throws(ReadFailure) {
    var seen: Set<String> = []
    for element in elements {
      let name = text(element.defname)
      if isProcedure, notOfProcedures.contains(name) {
        throw .refused(
          SQLState(rawValue: "42P13"), "invalid attribute in procedure definition",
          at: element.location)
      }
      guard name == "set" || seen.insert(name).inserted else {
        throw .refused(.syntaxError, "conflicting or redundant options", at: element.location)
      }
    }
  }

  static func checkValues(_ elements: [PgQuery__DefElem]) throws(ReadFailure) {
    for element in elements {
      let name = text(element.defname)
      switch name {
      case "cost", "rows":
        if let value = CatalogBuilder.value(element.arg).flatMap(Double.init), value <= 0 {
          throw .refused(
            SQLState(rawValue: "22023"), "\(name.uppercased()) must be positive")
        }
      case "parallel":
        let value = CatalogBuilder.value(element.arg)?.lowercased() ?? ""
        guard Catalog.Function.Parallel(rawValue: value) != nil else {
          throw .refused(
            .syntaxError, "parameter \"parallel\" must be SAFE, RESTRICTED, or UNSAFE")
        }
      default: break
      }
    }
  }

  static func checkLanguage(_ statement: PgQuery__CreateFunctionStmt) throws(ReadFailure) {
    let names = elements(list(statement.n_options, statement.options)).map { text($0.defname) }
    guard names.contains("language") || statement.sql_body != nil else {
      throw .refused(SQLState(rawValue: "42P13"), "no language specified")
    }
  }

  static func elements(_ nodes: [Node]) -> [PgQuery__DefElem] {
    nodes.filter { $0.kind == PG_QUERY__NODE__NODE_DEF_ELEM }.map { $0.pointee.def_elem.pointee }
  }
}
