public import AccessModel
import CPgQuery

/// What functions need of the parser when they run.
///
/// Call it inside `SessionStatementReader.onDeepStack`.
public enum FunctionText {
  /// The statements of a text, as EXECUTE in PL/pgSQL takes it; without a tree where they are no
  /// statements of rows, or not modelled.
  public static func commands(
    of text: String, version: PostgresVersion = .v15
  ) throws(SessionReadFailure) -> [PLCommand] {
    let bytes = Array(text.utf8)
    var result: [PLCommand] = []
    for statement in StatementSplitter.split(bytes) where statement.kind == .sql {
      let text = String(decoding: bytes[statement.range], as: UTF8.self)
      let read = try SessionStatementReader.read(text, version: version)
      if case .data(let statement)? = read {
        result.append(PLCommand(text: text, statement: statement))
      } else if read != nil {
        result.append(PLCommand(text: text, statement: nil))
      }
    }
    return result
  }

  /// The block of a DO; nil for another definition, or one in another language.
  public static func block(
    of definition: Definition, version: PostgresVersion = .v15
  ) throws(SessionReadFailure) -> PLBody? {
    guard let node = definition.parsed.node, node.kind == PG_QUERY__NODE__NODE_DO_STMT else {
      return nil
    }
    let statement = node.pointee.do_stmt.pointee
    var source: String?
    for option in list(statement.n_args, statement.args)
    where option.kind == PG_QUERY__NODE__NODE_DEF_ELEM {
      let element = option.pointee.def_elem.pointee
      if text(element.defname) == "as" { source = element.arg?.string }
      if text(element.defname) == "language", element.arg?.string != "plpgsql" { return nil }
    }
    guard let source else { return nil }
    do throws(ReadFailure) {
      let body = try PLReader.body(of: source, version: version)
      var check = PLCheck()
      try check.check(body.block)
      return body
    } catch {
      guard case .refused(let answer, _) = error else { return nil }
      throw SessionReadFailure(error: answer, offset: nil)
    }
  }
}
