import AccessModel

/// Lines and columns of a file's bytes.
struct LineMap {
  let file: String
  private let bytes: [UInt8]
  /// Where each line starts.
  private let starts: [Int]

  init(file: String, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
    var starts = [0]
    for (index, byte) in bytes.enumerated() where byte == Ascii.newline { starts.append(index + 1) }
    self.starts = starts
  }

  /// The place of a byte; columns count characters.
  func place(at offset: Int) -> SourcePlace {
    var (low, high) = (0, starts.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    let before = bytes[starts[low]..<max(starts[low], min(offset, bytes.count))]
    let column = before.count { $0 & 0xC0 != 0x80 } + 1
    return SourcePlace(file: file, line: low + 1, column: column)
  }
}
