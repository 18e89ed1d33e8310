import DiceTesting
import SQLText

/// Functions in SQL and PL/pgSQL, as invoker and definer, and triggers.
extension ScriptWriter {
  func writeFunctions() {
    for _ in 0..<dice.weighted([(35, 0), (35, 1), (20, 2), (10, 3)]) { writeFunction() }
  }

  func writeTriggers() {
    for table in world.tables where dice.chance(14) { writeTrigger(on: table) }
  }

  private func writeFunction() {
    let function = dice.pick(["f", "may see", "is_mine"]) + "\(world.functions.count)"
    let returns = dice.weighted([(50, ValueKind.boolean), (25, .text), (25, .integer)])
    let arguments = (0..<dice.below(3)).map { _ in dice.pick([ValueKind.integer, .text]) }
    var routine = Routine(
      schema: dice.chance(85) ? "public" : dice.pick(world.schemas), name: function,
      arguments: arguments, returns: returns, kind: .scalar, writes: false)
    let parameters = arguments.indices.map { Column(name: "p\($0)", kind: arguments[$0]) }
    var inner = expressions
    inner.scopes = parameters.isEmpty ? [] : [[Visible(qualifier: function, columns: parameters)]]
    inner.readable = world.tables
    let words = Self.words(dice)
    if words.contains("SECURITY DEFINER") { features.note("SECURITY DEFINER") }
    let list = parameters.map { "\($0.name) \($0.kind.castType)" }.joined(separator: ", ")
    let head = "CREATE FUNCTION \(routine.text)(\(list)) RETURNS \(returns.type)"
    if dice.chance(60) {
      features.note("SQL function")
      write(
        "\(head) LANGUAGE sql\(words) AS $$ SELECT (\(inner.value(returns, 2)))::\(returns.type) $$",
        "CREATE FUNCTION")
    } else if dice.chance(20), let table = world.tables.randomPick(dice) {
      routine.writes = true
      features.note("function that writes")
      write(
        "\(head) LANGUAGE plpgsql AS $$ BEGIN DELETE FROM \(table.text) WHERE "
          + "\(table.columns[0].text) = 3; RETURN \(inner.constant(returns)); END $$",
        "CREATE FUNCTION")
    } else {
      features.note("PL/pgSQL function")
      write(
        "\(head) LANGUAGE plpgsql\(words) AS $$ BEGIN RETURN (\(inner.value(returns, 2)))::\(returns.type); END $$",
        "CREATE FUNCTION")
    }
    world.functions.append(routine)
    if dice.chance(40) {
      write(
        "ALTER FUNCTION \(routine.signature) OWNER TO \(name(anyOwner))", "ALTER FUNCTION OWNER")
    }
  }

  private static func words(_ dice: Dice) -> String {
    var words = dice.pick([" STABLE", " STABLE", "", " VOLATILE", " IMMUTABLE"])
    if dice.chance(40) { words += " SECURITY DEFINER" }
    if dice.chance(20) { words += " SET search_path = ''" }
    if dice.chance(8) { words += " LEAKPROOF" }
    if dice.chance(10) { words += " STRICT" }
    if dice.chance(5) { words += " SET row_security = off" }
    return words
  }

  private func writeTrigger(on table: Relation) {
    let function = "fire\(world.functions.count)\(world.relations.count)\(table.triggers.count)"
    let isBefore = dice.chance(60)
    let given = table.columns.filter { $0.filling == .given && $0.name != "id" }
    let body: String
    switch dice.below(4) {
    case 0:
      if let column = given.filter({ $0.kind.isText }).randomPick(dice), isBefore {
        body = "NEW.\(column.text) := current_user; RETURN NEW;"
      } else {
        body = "RETURN NEW;"
      }
    case 1 where isBefore:
      body = "IF NEW.\(table.columns[0].text) = 42 THEN RETURN NULL; END IF; RETURN NEW;"
    case 2:
      body =
        "IF NEW.\(table.columns[0].text) = 7 THEN "
        + "RAISE EXCEPTION 'no % for %', 7, current_user; END IF; RETURN NEW;"
    default:
      if let other = world.tables.randomPick(dice), !isBefore {
        body = "PERFORM count(*) FROM \(other.text); RETURN NULL;"
      } else {
        body = "RETURN NEW;"
      }
    }
    let definer = dice.chance(25) ? " SECURITY DEFINER" : ""
    write(
      "CREATE FUNCTION public.\(function)() RETURNS trigger LANGUAGE plpgsql\(definer) AS $$ BEGIN "
        + "\(body) END $$", "trigger function")
    let events = dice.pick(["INSERT", "UPDATE", "INSERT OR UPDATE"])
    let isRow = body.contains("NEW.") || dice.chance(70)
    let text = isRow ? "ROW" : "STATEMENT"
    features.note("\(isBefore ? "BEFORE" : "AFTER") \(text) trigger")
    write(
      "CREATE TRIGGER \(function) \(isBefore ? "BEFORE" : "AFTER") \(events) ON \(table.text) "
        + "FOR EACH \(text) EXECUTE FUNCTION public.\(function)()", "CREATE TRIGGER")
    table.triggers.append(function)
  }
}
