import SQLText

/// What a generator knows of the database that its script has made so far: enough to write
/// statements that mostly mean something. Statements that failed may have left it wrong, which
/// only makes for more errors.
final class World {
  let version: Int
  var roles: [String] = []
  var schemas = ["public"]
  var relations: [Relation] = []
  var functions: [Routine] = []
  var sequences: [String] = []
  var prepared = 0

  init(version: Int) { self.version = version }

  var tables: [Relation] { relations.filter { $0.kind.holdsRows } }
  var everyone: [String] { ["postgres"] + roles }
}

/// A table or a view.
final class Relation {
  enum Kind {
    case table, partitioned, partition, child, view, materialized

    var holdsRows: Bool { self != .view && self != .materialized }
  }

  let schema: String
  let name: String
  let kind: Kind
  var columns: [Column]
  var owner: String
  /// Columns of primary and unique keys.
  var keys: [[String]] = []
  var constraints: [String] = []
  var policies: [String] = []
  var triggers: [String] = []
  var isRowSecured = false
  var hasInsteadOf = false

  init(_ schema: String, _ name: String, _ kind: Kind, _ columns: [Column], owner: String) {
    (self.schema, self.name, self.kind) = (schema, name, kind)
    (self.columns, self.owner) = (columns, owner)
  }

  /// As a statement mentions it.
  var text: String { "\(quoteIdentifier(schema)).\(quoteIdentifier(name))" }
}

struct Column {
  enum Filling { case given, byDefault, always, generated }

  var name: String
  var kind: ValueKind
  var isNullable = true
  var hasDefault = false
  var filling = Filling.given

  var text: String { quoteIdentifier(name) }
}

/// A function or procedure.
struct Routine {
  enum Kind { case scalar, set, trigger, procedure }

  var schema: String
  var name: String
  var arguments: [ValueKind]
  var returns: ValueKind
  var kind: Kind
  var writes: Bool

  var text: String { "\(quoteIdentifier(schema)).\(quoteIdentifier(name))" }
  var signature: String { "\(text)(\(arguments.map(\.castType).joined(separator: ", ")))" }
}

/// What a query can name.
struct Visible {
  var qualifier: String
  var columns: [Column]
}
