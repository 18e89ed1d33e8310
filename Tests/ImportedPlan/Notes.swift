// swift-format-ignore-file
import AccessPlan

struct Notes: View {
  static let security = ViewSecurity.invoker
  static let barrier = true

  let id = Column("id", .bigint)
  let body = Column("body", .text)
  let fullName = Column("full_name", .varchar(80))

  var query: Query {
    .sql(#"""
      SELECT note.id, note.body, member.full_name
      FROM public.note
        JOIN club.member ON member.id = note.author
      """#)
  }

  var access: AccessRules {
    Grant(.select, to: .role(Role("auditor")))
  }

  static var definitions: SQLDefinitions {
    SQL("REVOKE ALL ON TABLE public.notes FROM anon")
    SQL("REVOKE ALL ON TABLE public.notes FROM authenticated")
    SQL("GRANT SELECT ON TABLE public.notes TO authenticated")
  }
}
