import AccessModel
import SQLBinding
import SQLText

/// Enums, composite types and domains.
extension CatalogChange {
  mutating func addTypes() {
    let known = old.types.keyed(by: \.name)
    for type in order.types { make(type) }
    for type in new.types {
      let object = SQLObject.type(type.name)
      guard let before = known[type.name] else { continue }
      addChange(of: type, from: before)
      if before.owner != type.owner {
        stages.add(.structure, .define(.owner(object, type.owner)))
      }
      addGrants(
        on: object, from: moved(held(before), from: before.owner, to: type.owner), to: held(type))
    }
  }

  private func held(_ type: Catalog.CustomType) -> Set<GrantDifference.Held> {
    GrantDifference.held(type.acl, owner: type.owner, all: [.usage], everyone: [.usage])
  }

  mutating func make(_ type: Catalog.CustomType) {
    let object = SQLObject.type(type.name)
    stages.add(.making, [.createType(type), .define(.owner(object, type.owner))])
    let given = GrantDifference.held(nil, owner: type.owner, all: [.usage], everyone: [.usage])
    addGrants(on: object, from: given, to: held(type), made: .making)
  }

  /// When nothing is of the types or calls the functions any more.
  mutating func removeTypesAndFunctions() {
    for (functions, types) in [
      (going.laterFunctions, going.laterTypes), (going.functions, going.types),
    ] {
      stages.add(.removal, functions.map { .drop($0.object) })
      stages.add(.removal, types.reversed().map { .dropType($0.name) })
    }
  }

  private mutating func addChange(
    of type: Catalog.CustomType, from before: Catalog.CustomType
  ) {
    switch (before.kind, type.kind) {
    case (.enumeration(let first), .enumeration(let last)):
      addLabels(of: type.name, from: first, to: last)
    case (.composite(let first), .composite(let last)):
      addAttributes(of: type.name, from: first, to: last)
    case (.domain(let first, let wasNullable), .domain(let last, let isNullable)):
      guard first == last else {
        return refuse("domain \(type.name) is of \(first) and is to be of \(last)", type.name)
      }
      if wasNullable != isNullable {
        stages.add(.structure, .alterType(type.name, .nullable(isNullable)))
      }
      addDefaultAndChecks(of: type, from: before, base: last)
    case (.other, .other): break
    default: refuse("type \(type.name) is to be one of another kind", type.name)
    }
  }

  private mutating func refuse(_ problem: String, _ type: QualifiedName) {
    refusals.append(
      "\(problem), which PostgreSQL can't make of it; make a new type, move the columns of "
        + "\(type.name) to it, and drop the old one")
  }

  /// Labels come one after the other, each before the next that was there.
  private mutating func addLabels(
    of type: QualifiedName, from first: [String], to last: [String]
  ) {
    let name = sqlText(type)
    let gone = first.filter { !last.contains($0) }
    guard gone.isEmpty else {
      refusals.append(
        "type \(type) loses label \(gone.map(quoteLiteral).joined(separator: ", ")), which "
          + "PostgreSQL can't take away; where it has another name now, run "
          + "`ALTER TYPE \(name) RENAME VALUE … TO …`, else move its columns to a new type")
      return
    }
    guard last.filter(first.contains) == first else {
      refusals.append(
        "the labels of type \(type) are in another order, which PostgreSQL can't change; keep "
          + "theirs in the plan (\(first.map(quoteLiteral).joined(separator: ", "))), or move its "
          + "columns to a new type")
      return
    }
    for (index, label) in last.enumerated() where !first.contains(label) {
      let next = last[index...].first(where: first.contains)
      stages.add(.making, .alterType(type, .addLabel(label, before: next)))
      newLabels.append((type, label))
    }
  }

  /// Attributes come last, so that in another order they are none of ALTER TYPE's.
  private mutating func addAttributes(
    of type: QualifiedName, from first: [Catalog.CustomType.Field],
    to last: [Catalog.CustomType.Field]
  ) {
    let (before, after) = (first.keyed(by: \.name), last.keyed(by: \.name))
    let kept = first.map(\.name).filter { after[$0] != nil }
    let made = last.map(\.name).filter { before[$0] == nil }
    guard kept + made == last.map(\.name) else {
      refusals.append(
        "the attributes of type \(type) are in another order, which PostgreSQL can't change; put "
          + "new ones last")
      return
    }
    for field in last {
      guard let known = before[field.name] else {
        stages.add(.making, .alterType(type, .addAttribute(field)))
        continue
      }
      if known.type != field.type {
        stages.add(.structure, .alterType(type, .attributeType(field)))
      }
    }
    for field in first where after[field.name] == nil {
      stages.add(.removal, .alterType(type, .dropAttribute(field.name)))
      losses.append(
        DataLoss(text: "attribute \(field.name) of values of type \(type)", isAskedFor: false))
    }
  }

  private mutating func addDefaultAndChecks(
    of type: Catalog.CustomType, from before: Catalog.CustomType, base: TypeName
  ) {
    func form(_ value: SQLExpression?, _ forms: NormalForms) -> String? {
      forms.form(of: value, over: nil, as: .column(base))?.text
    }
    if form(before.defaultValue, oldForms) != form(type.defaultValue, newForms) {
      stages.add(.structure, .alterType(type.name, .defaultValue(type.defaultValue)))
    }
    func text(_ check: Catalog.CheckConstraint, _ forms: NormalForms) -> String {
      // `VALUE` has no relation: what is written is compared, but for the types of texts.
      forms.form(ofDomainCheck: check.expression, over: base)
    }
    let (first, last) = (before.checks.keyed(by: \.name), type.checks.keyed(by: \.name))
    for check in before.checks
    where last[check.name].map({ text($0, newForms) }) != text(check, oldForms) {
      stages.add(.structure, .alterType(type.name, .dropCheck(check.name)))
    }
    for check in type.checks
    where first[check.name].map({ text($0, oldForms) }) != text(check, newForms) {
      stages.add(.structure, .alterType(type.name, .addCheck(check)))
    }
  }

  /// A label can't be used in the transaction that adds it (55P04).
  /// Source: `check_safe_enum_use()` in `src/backend/utils/adt/enum.c`.
  mutating func refuseUsesOfNewLabels() {
    guard !newLabels.isEmpty else { return }
    let writer = SQLWriter(layout: .compact)
    let texts = ChangeStage.allCases.flatMap { stages[$0] }.filter { !$0.isLabel }
      .map(writer.text)
    for (type, label) in newLabels where texts.contains(where: { $0.contains(quoteLiteral(label)) })
    {
      guard let user = newForms.user(of: label, type, in: new) else { continue }
      refusals.append(
        "\(user) uses label \(quoteLiteral(label)) of type \(type), and PostgreSQL lets no "
          + "transaction use a label that it adds; run "
          + "`\(writer.text(.alterType(type, .addLabel(label, before: nil))))` by itself first "
          + "(BEFORE or AFTER another where the order counts), then plan again")
    }
  }
}

extension SQLChange {
  fileprivate var isLabel: Bool {
    if case .alterType(_, .addLabel) = self { true } else { false }
  }
}

extension NormalForms {
  /// What mentions a label of an enum, or may.
  fileprivate func user(
    of label: String, _ type: QualifiedName, in catalog: Catalog
  ) -> String? {
    let literal = quoteLiteral(label)
    let typed = names.type(TypeName(sqlText(type))).map { "\(literal)::\($0)" } ?? literal
    func mentions(_ form: NormalForm?) -> Bool {
      form.map { $0.text.contains($0.isResolved ? typed : literal) } ?? false
    }
    for table in catalog.tables {
      for policy in table.policies
      where mentions(form(of: policy.using, over: table.name))
        || mentions(form(of: policy.check, over: table.name))
      {
        return "policy \(quoteIdentifier(policy.name)) of \(table.name)"
      }
      for column in table.columns {
        let context = Context.column(column.type)
        if mentions(form(of: column.defaultValue, over: nil, as: context))
          || mentions(form(of: column.generated, over: table.name, as: context))
        {
          return "column \(table.name).\(quoteIdentifier(column.name))"
        }
      }
      for check in table.checks where mentions(form(of: check.expression, over: table.name)) {
        return "constraint \(quoteIdentifier(check.name)) of \(table.name)"
      }
      let attached =
        table.indexes.map { ($0.name, form(of: $0, on: table.name)) }
        + table.triggers.map { ($0.name, form(of: $0, on: table.name)) }
        + table.rules.map { ($0.name, form(of: $0, on: table.name)) }
      for (name, text) in attached where text.contains(literal) {
        return "\(quoteIdentifier(name)) of \(table.name)"
      }
    }
    for view in catalog.views where mentions(form(of: view)) { return "view \(view.name)" }
    for domain in catalog.types {
      guard case .domain(let base, _) = domain.kind else { continue }
      if mentions(form(of: domain.defaultValue, over: nil, as: .column(base)))
        || domain.checks.contains(where: {
          form(ofDomainCheck: $0.expression, over: base).contains(literal)
        })
      {
        return "domain \(domain.name)"
      }
    }
    for function in catalog.functions {
      for argument in function.arguments
      where mentions(form(of: argument.defaultValue, over: nil, as: .column(argument.type))) {
        return "function \(function.name)"
      }
    }
    return nil
  }
}
