import AccessModel

/// The indices of `names`, each after those of its dependencies; where there is a choice or a
/// circle, the order given. Dependencies on oneself and on unknown names do not count.
func dependencyOrder(_ names: [QualifiedName], dependencies: [[QualifiedName]]) -> [Int] {
  let indices = Dictionary(
    zip(names, names.indices), uniquingKeysWith: { first, _ in first })
  var waiting = Array(names.indices), done = Set<Int>(), order = [Int]()
  while !waiting.isEmpty {
    let ready = waiting.firstIndex { index in
      dependencies[index].allSatisfy { name in
        indices[name].map { $0 == index || done.contains($0) } ?? true
      }
    }
    let next = waiting.remove(at: ready ?? 0)
    done.insert(next)
    order.append(next)
  }
  return order
}
