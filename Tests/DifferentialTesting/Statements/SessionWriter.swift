import DiceTesting
import SQLText

/// What a script does once its database is there: acts of one identity, and changes in between.
extension ScriptWriter {
  /// One identity's statements, in a transaction or not, and back to the superuser.
  func writeAct() {
    let resets = becomeSomebody()
    let isBlock = dice.chance(25)
    if isBlock {
      write("BEGIN", "transaction")
      if dice.chance(30) { becomeLocally() }
    }
    var savepoints = 0
    for _ in 0..<(isBlock ? dice.within(2...5) : dice.within(3...7)) {
      if isBlock, dice.chance(65) {
        savepoints += 1
        write("SAVEPOINT s\(savepoints)", "SAVEPOINT")
      }
      writeStatement(isBlock: isBlock)
      if savepoints > 0, dice.chance(85) {
        write("ROLLBACK TO s\(savepoints)", "ROLLBACK TO")
        if dice.chance(30) {
          write("RELEASE s\(savepoints)", "RELEASE")
          savepoints -= 1
        }
      }
    }
    if isBlock { write(dice.chance(60) ? "COMMIT" : "ROLLBACK", "end of transaction") }
    for reset in resets { write(reset, "RESET") }
  }

  private func becomeSomebody() -> [String] {
    var resets: [String] = []
    if dice.chance(60) { resets.append(writeClaims(isLocal: false)) }
    if dice.chance(8) {
      write("SET row_security = off", "row_security off")
      resets.append("RESET row_security")
    }
    if dice.chance(6) {
      let path = (dice.some(world.schemas, 60) + ["pg_catalog"]).map(name).joined(separator: ", ")
      write("SET search_path = \(path)", "SET search_path")
      resets.append("RESET search_path")
    }
    switch dice.below(10) {
    case 0: break
    case 1...2:
      write(
        "SET SESSION AUTHORIZATION \(name(dice.pick(world.roles)))", "SET SESSION AUTHORIZATION")
      if dice.chance(50) {
        write("SET ROLE \(name(dice.pick(world.roles)))", "SET ROLE of a user")
      }
      resets.append("RESET SESSION AUTHORIZATION")
    default: write("SET ROLE \(name(dice.pick(world.roles)))", "SET ROLE")
    }
    // Statements may change the role as well.
    return resets + ["RESET ROLE"]
  }

  private static let claims = [
    #"{"sub": "alice", "n": 1}"#, #"{"sub": "a"}"#, #"{"role": "bob"}"#, "",
  ]

  private func writeClaims(isLocal: Bool) -> String {
    features.note("claims")
    let claims = quoteLiteral(dice.pick(Self.claims))
    if dice.chance(50) {
      write("SELECT set_config('request.jwt.claims', \(claims), \(isLocal))")
    } else {
      write("SET \(isLocal ? "LOCAL " : "")request.jwt.claims TO \(claims)")
    }
    return "RESET request.jwt.claims"
  }

  private func becomeLocally() {
    if dice.chance(50) { _ = writeClaims(isLocal: true) }
    write("SET LOCAL ROLE \(name(dice.pick(world.roles)))", "SET LOCAL ROLE")
  }

  private func writeStatement(isBlock: Bool) {
    switch dice.below(40) {
    case 0...15: write(QueryWriter(self).query(), "SELECT")
    case 16...32: write(WriteWriter(self).statement())
    case 33: writePrepared()
    case 34: writeCopy()
    case 35:
      guard let relation = world.tables.randomPick(dice) else { return }
      let mode = dice.pick(["ACCESS SHARE", "ROW EXCLUSIVE", "ACCESS EXCLUSIVE", "SHARE"])
      write("LOCK TABLE \(relation.text) IN \(mode) MODE", "LOCK")
    case 36:
      guard let function = world.functions.filter({ $0.kind == .scalar }).randomPick(dice) else {
        return
      }
      write("SELECT \(expressions.call(function, 1))", "SELECT function()")
    case 37: writeBlock()
    case 38: if !isBlock { writeCursor() }
    default: writeChange()
    }
  }

  private func writePrepared() {
    guard let relation = world.relations.randomPick(dice) else { return }
    world.prepared += 1
    let prepared = "q\(world.prepared)"
    let column = dice.pick(relation.columns)
    let query = dice.pick([
      "SELECT * FROM \(relation.text) WHERE \(column.text) = $1",
      "UPDATE \(relation.text) SET \(column.text) = $1",
      "DELETE FROM \(relation.text) WHERE \(column.text) = $1",
    ])
    write("PREPARE \(prepared)(\(column.kind.castType)) AS \(query)", "PREPARE")
    for _ in 0..<dice.within(1...2) {
      write("EXECUTE \(prepared)(\(expressions.constant(column.kind)))", "EXECUTE")
      if dice.chance(50) { write("SET ROLE \(name(dice.pick(world.roles)))", "SET ROLE") }
    }
  }

  private func writeCopy() {
    guard let relation = world.tables.randomPick(dice) else { return }
    let columns = relation.columns.filter { $0.filling != .generated }
    let some = dice.chance(50) ? columns : dice.some(columns, 60)
    let list = some.isEmpty ? columns : some
    let names = "(\(list.map(\.text).joined(separator: ", ")))"
    switch dice.below(3) {
    case 0: write("COPY \(relation.text) \(names) TO STDOUT", "COPY TO")
    case 1: write("COPY (\(QueryWriter(self).query())) TO STDOUT", "COPY query TO")
    default:
      let line = list.map {
        $0.name == "id" ? "\(dice.within(50...90))" : dice.pick($0.kind.texts(world.roles))
      }
      write(
        "COPY \(relation.text) \(names) FROM STDIN", "COPY FROM",
        copyLines: [line.joined(separator: "\t")])
    }
  }

  private func writeBlock() {
    let statement = WriteWriter(self).statement().replacing(" RETURNING ", with: " RETURNING ")
    guard !statement.contains(" RETURNING "), !statement.hasPrefix("SELECT"),
      !statement.hasPrefix("WITH")
    else { return write("DO $$ BEGIN PERFORM 1; END $$", "DO") }
    if dice.chance(50) {
      write("DO $$ BEGIN \(statement); END $$", "DO")
    } else {
      write(
        "DO $$ BEGIN \(statement); EXCEPTION WHEN insufficient_privilege THEN "
          + "RAISE EXCEPTION 'refused' USING ERRCODE = 'RK002'; END $$", "DO with a handler")
    }
  }

  private func writeCursor() {
    write("BEGIN", "transaction")
    write("DECLARE c CURSOR FOR \(QueryWriter(self).query())", "DECLARE CURSOR")
    if dice.chance(50) { write("SET LOCAL ROLE \(name(dice.pick(world.roles)))", "SET LOCAL ROLE") }
    write("FETCH ALL FROM c", "FETCH")
    write("ROLLBACK", "end of transaction")
  }
}
