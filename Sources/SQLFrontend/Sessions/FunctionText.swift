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
      let read: SessionStatement?
      do throws(SessionReadFailure) {
        read = try SessionStatementReader.read(text, version: version)
      } catch {
        throw SessionReadFailure(
          error: error.error, offset: error.offset.map { $0 + statement.range.lowerBound })
      }
      switch read {
      case .data(let statement)?: result.append(PLCommand(text: text, statement: statement))
      case .transaction?:
        result.append(PLCommand(text: text, statement: nil, isTransaction: true))
      case nil: break
      default: result.append(PLCommand(text: text, statement: nil))
      }
    }
    return result
  }
}

extension DefinitionSession {
  /// The block of a DO; nil for another definition, or one in another language. `offset` of an
  /// error is a byte of the statement.
  public mutating func block(
    of definition: Definition, in settings: Settings
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
    enter(settings)
    do throws(ReadFailure) {
      return try PLReader.body(
        of: source, version: settings.version, for: PLCompilation(PLTypeLookup(state)))
    } catch {
      guard case .refused(let answer, let place) = error else { return nil }
      let statement = Array(definition.text.dropFirst(definition.start))
      throw SessionReadFailure(
        error: answer,
        offset: place.flatMap { PLSource.offset(of: $0, in: Array(source.utf8), of: statement) })
    }
  }
}
