extension RandomAccessCollection<UInt8> {
  /// UTF-8 text as bytes, without the mark that some programs put before it.
  public var withoutByteOrderMark: SubSequence {
    starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self[...]
  }
}
