import AccessModel
import SQLBinding
import SQLFrontend

/// The normal forms of everything in a catalog, by what it is the form of.
enum CatalogForms {
  static func of(_ catalog: Catalog) -> [String: NormalForm] {
    let forms = NormalForms(CatalogNames(catalog))
    var result: [String: NormalForm] = [:]
    // Plans hold as much of the platform's tables as they use.
    for table in catalog.tables where (table.origin ?? .plan) == .plan {
      for policy in table.policies {
        result["policy \(policy.name) on \(table.name) USING"] =
          forms.form(of: policy.using, over: table.name)
        result["policy \(policy.name) on \(table.name) CHECK"] =
          forms.form(of: policy.check, over: table.name)
      }
      for column in table.columns {
        result["default \(table.name).\(column.name)"] =
          forms.form(of: column.defaultValue, over: nil, as: .column(column.type))
      }
      for check in table.checks {
        result["check \(check.name) on \(table.name)"] =
          forms.form(of: check.expression, over: table.name)
      }
    }
    for view in catalog.views where !view.isMaterialized {
      result["view \(view.name)"] = forms.form(of: view)
    }
    return result
  }

  /// Those that differ between two catalogs, with both texts.
  static func differences(_ first: Catalog, _ second: Catalog) -> (
    differences: [String], compared: Int, unresolved: [String]
  ) {
    let (a, b) = (of(first), of(second))
    let names = Set(a.keys).union(b.keys).sorted()
    let unresolved = names.filter { a[$0]?.isResolved == false || b[$0]?.isResolved == false }
    let differing = names.filter { a[$0] != b[$0] }.map { name in
      "\(name)\n    \(a[name]?.text ?? "-")\n    \(b[name]?.text ?? "-")"
    }
    return (differing, names.count, unresolved)
  }
}
