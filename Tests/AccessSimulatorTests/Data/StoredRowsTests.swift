import AccessModel
import SQLBinding
import Testing

@testable import AccessSimulator

/// Versions of one table's rows, which share indexes: each finds its own rows and no others.
@Suite struct StoredRowsTests {
  private static func row(_ id: Int, _ name: String) -> Row {
    [.integer(Int64(id)), .text(Text(name))]
  }

  private static func table(_ count: Int) -> StoredRows {
    StoredRows((0..<count).map { row($0, "n\($0 % 3)") })
  }

  private func find(_ rows: StoredRows, _ id: Int) -> [Int] {
    rows.positions(column: 0, equal: .integer(Int64(id))).map { Int($0) }
  }

  @Test func `a version finds what it adds, and those before it do not`() {
    let first = Self.table(300)
    #expect(find(first, 7) == [7])
    var second = first
    second.apply(removed: [], replaced: [:], added: [Self.row(7, "again"), Self.row(900, "new")])
    #expect(find(second, 7) == [7, 300])
    #expect(find(second, 900) == [301])
    #expect(find(first, 7) == [7])
    #expect(find(first, 900) == [])
  }

  @Test func `versions that part ways do not see each other's rows`() {
    let first = Self.table(5)
    var one = first
    one.apply(removed: [], replaced: [:], added: [Self.row(50, "one")])
    #expect(find(one, 50) == [5])
    var other = first
    other.apply(removed: [], replaced: [:], added: [Self.row(60, "other")])
    #expect(find(other, 60) == [5])
    #expect(find(other, 50) == [])
    #expect(find(one, 60) == [])
    #expect(find(one, 50) == [5])
  }

  @Test func `rows that were replaced or removed are found by versions that have them`() {
    let first = Self.table(5)
    var second = first
    second.apply(removed: [1], replaced: [2: Self.row(20, "twenty")], added: [])
    // The index is made now, from rows that are no longer all there.
    #expect(find(second, 20) == [2])
    #expect(find(second, 1) == [])
    #expect(find(second, 2) == [])
    #expect(find(first, 1) == [1])
    #expect(find(first, 2) == [2])
    #expect(find(first, 20) == [])
    #expect(second.kept.count == 4)
  }

  @Test func `gaps are closed once they are many`() {
    var rows = Self.table(400)
    rows.apply(removed: Array(0..<350), replaced: [:], added: [])
    #expect(rows.rows.count == 400)
    rows.tidy()
    #expect(rows.rows.count == 50)
    #expect(find(rows, 360) == [10])
  }

  @Test func `what is added again and again is found`() {
    var rows = Self.table(0)
    for number in 0..<5_000 {
      rows.apply(removed: [], replaced: [:], added: [Self.row(number, "x")])
      #expect(find(rows, number) == [number])
    }
    #expect(rows.positions(column: 1, equal: .text(Text("x"))).count == 5_000)
    #expect(rows.positions(column: 1, equal: .null).isEmpty)
  }

  @Test func `a list keeps its copies as they were`() {
    var list = SharedList(0..<40_000)
    let copy = list
    list[20_000] = -1
    list.append(-2)
    #expect(list.count == 40_001)
    #expect(list[20_000] == -1 && list[40_000] == -2)
    #expect(Array(copy) == Array(0..<40_000))
  }
}
