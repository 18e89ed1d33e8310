public import AccessModel
import CPgQuery

/// Reads the texts of a catalog that a server has told: `pg_get_expr()` and its kin write SQL, and
/// this makes of it the trees that reading the files would have made.
///
/// All names are known before the first text is read, so the order of objects does not matter.
///
/// | what | text |
/// |---|---|
/// | types | `format_type()`, as the type's name |
/// | defaults, checks, policies, parts of indexes | `pg_get_expr()`, `pg_get_indexdef()` |
/// | a partition's bound, a partitioned table's key | in the stead of the first value or part |
/// | views | `pg_get_viewdef()` |
/// | functions | `pg_get_functiondef()`, as the body |
/// | triggers | `pg_get_triggerdef()`, as the condition, if they have one |
/// | rules | `pg_get_ruledef()`, as `unread` |
///
/// Texts were written with an empty `search_path`: a name without a schema is built in.
public struct StoredTexts {
  /// The catalog with its texts read, and what of them could not be. `ahead`: those of its
  /// expressions that have been given to be read already.
  public static func read(
    _ catalog: Catalog, version: PostgresVersion, ahead: TextsAhead? = nil
  ) -> (catalog: Catalog, diagnostics: [Diagnostic]) {
    DeepStack.run {
      var texts = StoredTexts(catalog, version: version)
      if let ahead { texts.expressions = ahead.finish() }
      texts.run()
      return (texts.builder.state.catalog, texts.diagnostics)
    }
  }

  var builder: CatalogBuilder
  let version: PostgresVersion
  var diagnostics: [Diagnostic] = []
  private var types: [String: TypeName] = [:]
  /// Expressions as they are written, by their text: the same ones are written over and over.
  private var expressions: [String: SQLExpression] = [:]

  private init(_ catalog: Catalog, version: PostgresVersion) {
    self.version = version
    let types = Self.types(of: catalog, version: version)
    self.types = types
    let catalog = Self.withTypes(catalog) { types[$0.name] ?? $0 }
    builder = CatalogBuilder(
      DatabaseState(catalog: catalog, currentRole: catalog.roles.first?.name ?? ""))
    builder.state.postgresVersion = version
    builder.state.searchPath = []
    builder.state.opaqueSchemas.subtract(catalog.schemas.map(\.name))
    // What a server has taken need not be looked at again.
    builder.checksBodies = false
  }

  private mutating func run() {
    readTypes()
    readFunctions()
    for index in builder.state.catalog.tables.indices { readTable(index) }
    for index in builder.state.catalog.views.indices { readView(index) }
    readRules()
  }

  /// Runs `body` on the tree of a statement; nil if it has none, or was refused, which is reported.
  mutating func read<Value>(
    _ sql: String, of object: @autoclosure () -> String,
    _ body: (inout StoredTexts, Node) throws(ReadFailure) -> Value
  ) -> Value? {
    let bytes = Array(sql.utf8)
    do throws(ReadFailure) {
      for part in StatementSplitter.split(bytes) {
        // The tree lives as long as the statement.
        let parsed = try ParsedStatement.parse(part, in: bytes, version: version)
        defer { withExtendedLifetime(parsed) {} }
        guard let node = parsed.node else { continue }
        builder.reader = SyntaxReader(parsed.newer)
        builder.newer = parsed.newer
        return try body(&self, node)
      }
    } catch {
      report(error, object())
    }
    return nil
  }

  mutating func report(_ failure: ReadFailure, _ object: String) {
    let reason =
      switch failure {
      case .unsupported(let what, _): what
      case .refused(let answer, _): "\(answer.message) (SQLSTATE \(answer.sqlState))"
      }
    diagnostics.append(
      Diagnostic(
        .unreadStatement, "not fully read: \(object): \(reason)", at: nil, severity: .warning))
  }

  /// The tree of an expression, names as written; the text itself where it cannot be read.
  mutating func expression(
    _ expression: SQLExpression, of object: @autoclosure () -> String
  ) -> SQLExpression {
    guard case .unread(let text) = expression else { return expression }
    if let known = expressions[text] { return known }
    var result = expression
    do throws(ReadFailure) {
      result = try Self.tree(of: text, version: version)
    } catch {
      report(error, object())
    }
    expressions[text] = result
    return result
  }

  /// The tree of an expression's text, names as written.
  static func tree(
    of text: String, version: PostgresVersion
  ) throws(ReadFailure) -> SQLExpression {
    let bytes = Array("SELECT \(text)".utf8)
    guard let part = StatementSplitter.split(bytes).first else {
      throw .unsupported("an expression")
    }
    // The tree lives as long as the statement.
    let parsed = try ParsedStatement.parse(part, in: bytes, version: version)
    defer { withExtendedLifetime(parsed) {} }
    guard let node = parsed.node, node.kind == PG_QUERY__NODE__NODE_SELECT_STMT else {
      throw .unsupported("an expression")
    }
    let select = node.pointee.select_stmt.pointee
    guard let target = list(select.n_target_list, select.target_list).first,
      target.kind == PG_QUERY__NODE__NODE_RES_TARGET,
      let value = target.pointee.res_target.pointee.val
    else { throw .unsupported("an expression") }
    var reader = SyntaxReader(parsed.newer)
    return try reader.lenientExpression(value)
  }

  /// As `expression`, with names that `resolve` has written out.
  mutating func resolved(
    _ written: SQLExpression, of object: @autoclosure () -> String,
    _ resolve: (inout NameResolver, SQLExpression) throws(ReadFailure) -> SQLExpression
  ) -> SQLExpression {
    let read = expression(written, of: object())
    var resolver = NameResolver(builder.state)
    do throws(ReadFailure) {
      return try resolve(&resolver, read)
    } catch {
      report(error, object())
      return written
    }
  }
}
