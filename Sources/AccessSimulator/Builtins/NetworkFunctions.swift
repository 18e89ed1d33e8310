import AccessModel
import SQLBinding

extension BuiltinLibrary {
  /// Source: `network.c`.
  static let networkFunctions: [String: BuiltinBody] = [
    "network_sub(inet,inet)": contains(strictly: true, swapped: true),
    "network_subeq(inet,inet)": contains(strictly: false, swapped: true),
    "network_sup(inet,inet)": contains(strictly: true, swapped: false),
    "network_supeq(inet,inet)": contains(strictly: false, swapped: false),
    "network_overlap(inet,inet)": { (values, _) throws(EngineFailure) in
      let (a, b) = (try values[0].address(), try values[1].address())
      return .boolean(a.contains(b, strictly: false) || b.contains(a, strictly: false))
    },
    "family(inet)": { (values, _) throws(EngineFailure) in
      .integer(try values[0].address().isIPv6 ? 6 : 4)
    },
    "masklen(inet)": { (values, _) throws(EngineFailure) in
      .integer(Int64(try values[0].address().bits))
    },
    "host(inet)": { (values, _) throws(EngineFailure) in .text(try values[0].address().host) },
    "network(inet)": { (values, _) throws(EngineFailure) in
      .network(try values[0].address().filled(false))
    },
    "text(inet)": { (values, _) throws(EngineFailure) in
      .text(try values[0].address().text(isCIDR: true))
    },
    "abbrev(inet)": { (values, _) throws(EngineFailure) in
      .text(try values[0].address().text(isCIDR: false))
    },
    "broadcast(inet)": { (values, _) throws(EngineFailure) in
      .network(try values[0].address().filled(true))
    },
  ]

  private static func contains(strictly: Bool, swapped: Bool) -> BuiltinBody {
    { (values, _) throws(EngineFailure) in
      let (a, b) = (try values[0].address(), try values[1].address())
      return .boolean((swapped ? b : a).contains(swapped ? a : b, strictly: strictly))
    }
  }
}

extension SQLValue {
  func address() throws(EngineFailure) -> NetworkAddress {
    guard case .network(let address) = self else {
      throw .undecided(Undecided("a value that is not an address"))
    }
    return address
  }
}
