// swift-format-ignore-file
import AccessPlan

struct Member: Table {
  static let schema = "club"
  static let comment: String? = "Who belongs."
  static let rowSecurity = RowSecurityState.forced

  let id = Column("id", .uuid).primaryKey().defaults(to: unsafeSQL("gen_random_uuid()", .uuid))
  let email = Column("email", .other("club.email")).unique()
  let standing = Column("standing", .other("club.standing")).defaults(to: unsafeSQL("'new'", .other("club.standing")))
  let tags = Column("tags", .array("text")).nullable().comment("as \"written\"")
  let fullName = Column("full_name", .varchar(80))
  let initial = Column("initial", .text).nullable().computed(as: unsafeSQL("left(full_name, 1)", .text))
  let `class` = Column("class", .integer).defaults(to: 1)
  let owner2 = Column("owner", .uuid).nullable()

  var constraints: Constraints {
    Unique(fullName, `class`)
    Check("member_class_check", unsafeSQL("class > 0"))
  }

  var access: AccessRules {
    Allow(.select, to: .authenticated, where: unsafeSQL("club.is_member((SELECT auth.uid()))"), named: "members see members")
    Policy("mine", for: .update, to: .authenticated, using: id == auth.uid && `class` > 0, check: id == auth.uid)
    Allow(.select, to: .role(Role("auditor")), named: "audit")
    Restrict(.all, to: .public, where: unsafeSQL("member.standing <> 'old'"), named: "no_old")
    Grant(.update, to: .authenticated, on: tags, fullName)
  }

  static var definitions: SQLDefinitions {
    SQL("ALTER TABLE club.member ADD CONSTRAINT member_id_fkey FOREIGN KEY (id) REFERENCES auth.users (id) ON DELETE CASCADE")
    SQL("REVOKE ALL ON TABLE club.member FROM service_role")
    SQL("GRANT SELECT ON TABLE club.member TO auditor WITH GRANT OPTION")
  }
}
