// swift-format-ignore-file
import AccessPlan

struct Note: Table {
  let id = Column("id", .bigint).primaryKey().generatedAlways()
  let author = Column("author", .uuid).references(Member.self, \.id)
  let replyTo = Column("reply_to", .bigint).nullable().references(Note.self, \.id, onDelete: .setNull)
  let body = Column("body", .text)
  let createdAt = Column("created_at", .timestamptz).defaults(to: unsafeSQL("now()", .timestamptz))

  var constraints: Constraints {
    Check("short", unsafeSQL("length(body) < 100"))
  }

  var access: AccessRules {
    Allow(.select, to: .public)
    Allow(.all, to: .authenticated, where: author == auth.uid)
  }

  static var definitions: SQLDefinitions {
    SQL("CREATE INDEX IF NOT EXISTS note_author ON public.note (author)")
    SQL("CREATE OR REPLACE TRIGGER stamp BEFORE INSERT ON public.note FOR EACH ROW EXECUTE FUNCTION public.stamp()")
    SQL("REVOKE ALL ON TABLE public.note FROM anon")
    SQL("GRANT SELECT (id) ON TABLE public.note TO anon")
    SQL("GRANT SELECT (body) ON TABLE public.note TO anon")
  }
}
