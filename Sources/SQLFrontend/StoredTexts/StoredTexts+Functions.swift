import AccessModel
import CPgQuery

extension StoredTexts {
  /// Functions from their definitions: signatures first, then names in bodies.
  mutating func readFunctions() {
    var late: [(index: Int, path: [String])] = []
    for index in builder.state.catalog.functions.indices {
      let draft = builder.state.catalog.functions[index]
      guard case .text(let sql) = draft.body, !sql.isEmpty else { continue }
      // A call that says nothing else finds names in public, as files are read.
      builder.state.searchPath = ["public"]
      let read = read(sql, of: "function \(draft.name)") {
        (texts, node) throws(ReadFailure) -> Catalog.Function in
        guard node.kind == PG_QUERY__NODE__NODE_CREATE_FUNCTION_STMT else {
          throw .unsupported("its definition")
        }
        return try texts.builder.definedFunction(node.pointee.create_function_stmt)
      }
      builder.state.searchPath = []
      late += builder.state.lateBodies.map { (index, $0.searchPath) }
      builder.state.lateBodies = []
      guard var function = read else { continue }
      function.name = draft.name
      function.kind = draft.kind
      (function.owner, function.acl, function.origin) = (draft.owner, draft.acl, draft.origin)
      (function.comment, function.place) = (draft.comment, nil)
      builder.state.catalog.functions[index] = function
    }
    for body in late {
      guard case .query(let query) = builder.state.catalog.functions[body.index].body else {
        continue
      }
      var resolver = builder.bodyResolver(
        builder.state.catalog.functions[body.index], path: body.path, isStrict: false)
      if let resolved = try? resolver.resolve(query) {
        builder.state.catalog.functions[body.index].body = .query(resolved)
      }
    }
  }
}
