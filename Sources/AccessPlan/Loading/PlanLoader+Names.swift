import AccessModel

extension PlanLoader {
  /// Reports a name that PostgreSQL would refuse, or cut without an error.
  mutating func checkName(_ name: String, _ what: String, at place: SourcePlace?) {
    if name.isEmpty {
      report(.emptyName, "\(what) has an empty name", at: place, help: "give it a name")
    }
    if name.utf8.count > longestName {
      report(
        .nameTooLong,
        "the name of \(what) has \(name.utf8.count) bytes, not at most \(longestName): `\(name)`",
        at: place, help: "shorten it: PostgreSQL would cut it off")
    }
    if name.utf8.contains(0) {
      report(
        .nameSpoilt, "the name of \(what) contains a NUL character", at: place,
        help: "remove it: PostgreSQL can't store it")
    }
  }

  /// `did you mean …?` if a name is close, otherwise what else to do.
  func suggestion(_ name: String, _ candidates: [String], _ otherwise: String) -> String {
    nearestName(to: name, in: candidates.sorted()).map { "did you mean `\($0)`?" } ?? otherwise
  }

  /// Reports names that occur twice.
  mutating func checkDistinct(
    _ names: [(name: String, place: SourcePlace?)], _ message: (String) -> String, help: String
  ) {
    var seen: Set<String> = []
    for (name, place) in names where !seen.insert(name).inserted {
      report(.duplicateName, message(name), at: place, help: help)
    }
  }

  mutating func checkRole(_ grantee: Grantee, _ what: String, at place: SourcePlace?) {
    guard case .role(let name) = grantee, !roles.contains(where: { $0.name == name }) else {
      return
    }
    report(
      .unknownRole, "\(what) names role `\(name)`, which is not declared", at: place,
      help: suggestion(name, roles.map(\.name), "list it in the plan: `Role(\"\(name)\")`"))
  }

  mutating func loadRoles() {
    roles = plan.platform.roles + plan.parts.roles.map(\.catalogRole)
    for role in plan.parts.roles { checkName(role.name, "a role", at: role.place) }
    checkDistinct(
      roles.map { ($0.name, $0.place) }, { "role `\($0)` is declared twice" },
      help: "declare it once; the platform's roles need no declaration")
    for role in plan.parts.roles {
      for group in role.groups {
        checkRole(.role(group), "role `\(role.name)`", at: role.place)
      }
    }
  }

  mutating func loadSchemas() {
    schemas =
      plan.platform.schemas
      + plan.parts.schemas.map {
        Catalog.Schema(
          $0.name, owner: owner, acl: .builtIn(owner: owner, all: Privilege.allOnSchema),
          place: $0.place)
      }
    for schema in plan.parts.schemas { checkName(schema.name, "a schema", at: schema.place) }
    checkDistinct(
      schemas.map { ($0.name, $0.place) }, { "schema `\($0)` is declared twice" },
      help: "declare it once; the platform's schemas need no declaration")
  }

  mutating func loadFunctions() -> [Catalog.Function] {
    let declarations = plan.parts.functions.map { functionsInstead[$0.signature] ?? $0 }
    checkDistinct(
      declarations.map { ($0.signature, $0.place) }, { "function `\($0)` is declared twice" },
      help: "give one of them another name or other arguments")
    var functions: [Catalog.Function] = []
    for declaration in declarations {
      let (name, place) = (declaration.name, declaration.place)
      checkName(name.name, "a function", at: place)
      if !schemas.contains(where: { $0.name == name.schema }) {
        report(
          .unknownSchema, "function `\(name)` is in schema `\(name.schema)`, which is not declared",
          at: place, help: suggestion(name.schema, schemas.map(\.name), "list it in the plan"))
      }
      var function = declaration.catalogFunction(owner: owner)
      for audience in declaration.audiences {
        if audience == .owner {
          report(
            .invalidRule, "function `\(name)` is executable by `.owner`, which needs rows",
            at: place, help: "name a role")
        }
        checkRole(audience.grantee, "function `\(name)`", at: place)
        grantUsage(on: name.schema, to: audience.grantee)
      }
      for role in defaultGrantees(in: name.schema) {
        function.acl?.grant([.execute], to: role)
      }
      functions.append(function)
    }
    return plan.platform.functions + functions
  }
}
