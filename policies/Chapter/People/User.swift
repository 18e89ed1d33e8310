import AccessPlan

/// A person's account. The row is its person's alone: others read `profiles`.
///
/// Which columns a role may read can't depend on the row, and here it would have to: the names of
/// others, but one's own date of birth. So the table keeps strangers out, and a view of the shared
/// columns lets them in.
struct User: Table {
  static let name = "users_v2"

  let id = Column("id", .uuid).primaryKey().comment("the person in auth.users")
  let createdAt = Column("created_at", .timestamptz).defaults(to: currentTimestamp)
  let firstName = Column("first_name", .text)
  let lastName = Column("last_name", .text)
  let email = Column("email", .text).unique()
  let dob = Column("dob", .date).nullable().comment("date of birth")
  let isVerified = Column("is_verified", .boolean).defaults(to: false)
    .comment("set by the server once the emailed code was entered")
  let uniID = Column("uni_id", .integer).nullable().references(University.self, \.id)
  let courseID = Column("course_id", .uuid).nullable().references(Course.self, \.id)
  let accomID = Column("accom_id", .integer).nullable().references(Accommodation.self, \.id)
  let isPrivate = Column("is_private", .boolean).defaults(to: false)
  let onboardingStage = Column("onboarding_stage", .integer).defaults(to: 0)
  let enrollmentStatus = Column("enrollment_status", .text).nullable()
  let uniPlan = Column("uni_plan", .text).nullable()
  let profilePictureURL = Column("profile_picture_url", .text).nullable()

  /// The person.
  var owner: Condition { id == auth.uid }

  /// The new row of a sign-up: one's own, with the address that the link was mailed to.
  var signUp: Condition { id == auth.uid && email == auth.email }

  var access: AccessRules {
    Allow(.select, to: .owner)
    // Signing up comes before verification, and cannot stand in for it.
    Allow(
      .insert, to: .authenticated, check: signUp, on: id, firstName, lastName, email, dob, uniID,
      courseID, accomID, isPrivate, onboardingStage, enrollmentStatus, uniPlan, profilePictureURL,
      named: "a person signs up as themselves")
    Allow(
      .update, to: .owner, on: firstName, lastName, dob, uniID, courseID, accomID, isPrivate,
      onboardingStage, enrollmentStatus, uniPlan, profilePictureURL)
  }
}
