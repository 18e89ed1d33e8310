extension PLBlock {
  /// The SQL anywhere in the block, in no particular order.
  public var nodes: [SQLNode] {
    declarations.flatMap(\.nodes) + body.flatMap(\.nodes)
      + handlers.flatMap { $0.body.flatMap(\.nodes) }
  }
}

extension PLDeclaration {
  fileprivate var nodes: [SQLNode] {
    switch kind {
    case .variable(let variable): [variable.defaultValue].nodes
    case .alias: []
    case .cursor(_, let query): query.nodes
    }
  }
}

extension PLStatement {
  fileprivate var nodes: [SQLNode] {
    switch kind {
    case .block(let block): block.nodes
    case .assign(let target, let value): target.nodes + value.nodes
    case .conditional(let branches, let otherwise):
      branches.flatMap(\.nodes) + otherwise.flatMap(\.nodes)
    case .cases(let cases):
      [cases.operand].nodes + cases.branches.flatMap(\.nodes)
        + (cases.otherwise ?? []).flatMap(\.nodes)
    case .loop(let loop): loop.kind.nodes + loop.body.flatMap(\.nodes)
    case .leave(_, let condition, _): [condition].nodes
    case .sql(let command, let into): command.nodes + (into?.nodes ?? [])
    case .perform(let value): value.nodes
    case .call(let call): [.expression(.call(call.call))]
    case .execute(let text, let into, let using):
      text.nodes + (into?.nodes ?? []) + using.flatMap(\.nodes)
    case .returns(let value), .returnsNext(let value): [value].nodes
    case .returnsQuery(let rows), .open(_, let rows): rows.nodes
    case .raise(let raise):
      raise.parameters.flatMap(\.nodes) + raise.settings.flatMap(\.value.nodes)
    case .fetch(let fetch): [fetch.count].nodes
    case .assert(let condition, let message): condition.nodes + [message].nodes
    case .unread(let text): [.expression(.unread(text: text))]
    case .transaction, .diagnostics, .close, .nothing: []
    }
  }
}

extension PLBranch {
  fileprivate var nodes: [SQLNode] { condition.nodes + body.flatMap(\.nodes) }
}

extension PLLoop.Kind {
  fileprivate var nodes: [SQLNode] {
    switch self {
    case .forever: []
    case .whilst(let condition): condition.nodes
    case .integers(_, let lower, let upper, let step, _):
      lower.nodes + upper.nodes + [step].nodes
    case .rows(_, let rows): rows.nodes
    case .elements(_, _, let array): array.nodes
    }
  }
}

extension PLRows {
  fileprivate var nodes: [SQLNode] {
    switch self {
    case .query(let command): command.nodes
    case .dynamic(let text, let using): text.nodes + using.flatMap(\.nodes)
    case .cursor(_, let arguments): arguments.flatMap(\.nodes)
    }
  }
}

extension PLCommand {
  fileprivate var nodes: [SQLNode] {
    [statement.map(SQLNode.statement) ?? .expression(.unread(text: text))]
  }
}

extension PLTarget {
  fileprivate var nodes: [SQLNode] {
    steps.flatMap { step -> [SQLNode] in
      switch step {
      case .field: []
      case .element(let place): place.nodes
      case .slice(let lower, let upper): (lower?.nodes ?? []) + (upper?.nodes ?? [])
      }
    }
  }
}

extension PLInto {
  fileprivate var nodes: [SQLNode] { targets.flatMap(\.nodes) }
}

extension PLExpression {
  fileprivate var nodes: [SQLNode] { [.query(query)] }
}

extension [PLExpression?] {
  fileprivate var nodes: [SQLNode] { compactMap { $0 }.flatMap(\.nodes) }
}
