import AccessModel

/// Views in an order in which each comes after those it reads; otherwise as declared.
///
/// SQL text that nothing has parsed is taken to read every view whose name occurs in it.
func orderedViews(_ views: some Collection<Catalog.View>) -> [Catalog.View] {
  let views = Array(views)
  let dependencies = views.map { view in
    let reading = RelationsRead(view.query)
    return views.map(\.name).filter { name in
      reading.relations.contains {
        $0.name == name.name && ($0.schema ?? name.schema) == name.schema
      }
        || reading.unread.contains { $0.contains(name.name) }
    }
  }
  return dependencyOrder(views.map(\.name), dependencies: dependencies).map { views[$0] }
}
