import AccessModel
import SwiftCSV

/// A CSV file's header and rows, as COPY WITH (FORMAT csv, HEADER) reads them.
///
/// An empty field is NULL, `""` is the empty string, blank lines are skipped.
/// Source: PostgreSQL manual, COPY, "CSV Format".
struct CSVFile {
  var header: [String]
  var rows: [TableRows.Row]

  /// Nil if nothing of the file can be used; ragged rows are left out one by one.
  init?(_ bytes: [UInt8], file: String, _ diagnostics: inout [Diagnostic]) {
    func problem(_ message: String, line: Int) {
      let place = SourcePlace(file: file, line: line)
      diagnostics.append(Diagnostic(.malformedRows, message, at: place))
    }
    let text: String
    switch UTF8Text(bytes).decoded() {
    case .success(let decoded): text = decoded
    case .failure(let invalid):
      problem("a byte that is not UTF-8 text", line: invalid.line)
      return nil
    }
    let records: [CSVScan.Record]
    var fields: [[String]] = []
    do {
      let scan = try CSVScan(text)
      records = scan.records
      fields.reserveCapacity(records.count)
      if let plain = scan.unquotedFields {
        fields = plain
      } else {
        let csv = try EnumeratedCSV(
          string: String(decoding: scan.marked, as: UTF8.self), delimiter: .comma,
          loadColumns: false, rowLimit: 0)
        try csv.enumerateAsArray(startAt: 0, rowLimit: nil) { fields.append($0) }
      }
    } catch let error as CSVScan.Problem {
      problem(error.message, line: error.line)
      return nil
    } catch {
      problem("not CSV: \(error)", line: 1)
      return nil
    }
    guard let odd = Self.firstDisagreement(records, fields) else {
      guard let first = records.indices.first(where: { !records[$0].isBlank }) else {
        problem("no header: the first line must name the columns", line: 1)
        return nil
      }
      header = fields[first].map { $0 == "\0" ? "" : $0 }
      rows = []
      rows.reserveCapacity(records.count)
      for index in records.indices.dropFirst(first + 1) where !records[index].isBlank {
        guard fields[index].count == header.count else {
          problem(
            "\(count(fields[index].count, "field")) where the header has \(header.count)",
            line: records[index].line)
          continue
        }
        rows.append(
          TableRows.Row(
            fields[index].map { $0.isEmpty ? nil : $0 == "\0" ? "" : $0 },
            at: SourcePlace(file: file, line: records[index].line)))
      }
      return
    }
    problem("a blank or combining character next to a separator; quote the field", line: odd)
    return nil
  }

  /// The line of the first record that SwiftCSV splits otherwise than the scan, which works on
  /// bytes: SwiftCSV sees grapheme clusters, so a comma with an accent is no comma to it.
  private static func firstDisagreement(
    _ records: [CSVScan.Record], _ fields: [[String]]
  ) -> Int? {
    for (record, row) in zip(records, fields)
    where row.count != record.fieldCount
      || row.reduce(0, { $0 + $1.utf8.count }) != record.byteCount
    {
      return record.line
    }
    return records.count == fields.count ? nil : records.last?.line ?? 1
  }
}

/// `1 field`, `2 fields`.
func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
