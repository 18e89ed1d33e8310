/// The digest that `md5()` gives. Source: RFC 1321.
enum MD5 {
  private static let shifts: [UInt32] = [
    7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21,
  ]

  private static let sines: [UInt32] = (0..<64).map { index in
    var (value, term) = (0.0, 0.0)
    // sin(index + 1) by its series after reduction, exact enough for 32 bits.
    var angle = Double(index + 1).truncatingRemainder(dividingBy: 2 * Double.pi)
    if angle > Double.pi { angle -= 2 * Double.pi }
    term = angle
    for step in 1..<30 {
      value += term
      term *= -angle * angle / Double((2 * step) * (2 * step + 1))
    }
    return UInt32(value.magnitude * 4_294_967_296)
  }

  static func hex(_ message: [UInt8]) -> String {
    var bytes = message + [0x80]
    while bytes.count % 64 != 56 { bytes.append(0) }
    let length = UInt64(message.count) &* 8
    for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: length >> UInt64(shift * 8))) }
    var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]
    for block in stride(from: 0, to: bytes.count, by: 64) {
      let words = (0..<16).map { word in
        (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[block + word * 4 + $1]) << UInt32($1 * 8) }
      }
      mix(&state, words)
    }
    return state.map { word in
      (0..<4).map { shift in
        let digits = String(UInt8(truncatingIfNeeded: word >> UInt32(shift * 8)), radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
    }.joined()
  }

  private static func mix(_ state: inout [UInt32], _ words: [UInt32]) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    for index in 0..<64 {
      let (function, word): (UInt32, Int) =
        switch index / 16 {
        case 0: (b & c | ~b & d, index)
        case 1: (d & b | ~d & c, (5 * index + 1) % 16)
        case 2: (b ^ c ^ d, (3 * index + 5) % 16)
        default: (c ^ (b | ~d), 7 * index % 16)
        }
      let sum = a &+ function &+ sines[index] &+ words[word]
      let shift = shifts[index / 16 * 4 + index % 4]
      (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
    }
    state = [state[0] &+ a, state[1] &+ b, state[2] &+ c, state[3] &+ d]
  }
}
