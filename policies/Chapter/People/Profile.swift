import AccessPlan

/// What people show of themselves to other verified people: no address, no date of birth.
///
/// It runs as its owner, since a caller reads no row of `users_v2` but their own, and so it says
/// itself whom it shows: oneself, and to the verified everyone who is neither private nor blocked.
struct Profile: View {
  static let name = "profiles"
  static let security = ViewSecurity.definer
  static let barrier = true

  let id = Column("id", .uuid)
  let firstName = Column("first_name", .text)
  let lastName = Column("last_name", .text)
  let uniID = Column("uni_id", .integer)
  let courseID = Column("course_id", .uuid)
  let accomID = Column("accom_id", .integer)
  let enrollmentStatus = Column("enrollment_status", .text)
  let profilePictureURL = Column("profile_picture_url", .text)

  var query: Query {
    let user = Source<User>()
    return Query.from(user)
      .where(user.isShown)
      .select(
        user.id.as(id), user.firstName.as(firstName), user.lastName.as(lastName),
        user.uniID.as(uniID), user.courseID.as(courseID), user.accomID.as(accomID),
        user.enrollmentStatus.as(enrollmentStatus), user.profilePictureURL.as(profilePictureURL))
  }

  var access: AccessRules { Allow(.select, to: .authenticated) }
}

extension User {
  /// Whether the caller sees this person's profile.
  var isShown: Condition {
    owner
      || isPrivate == false && Condition(callerIsVerified.once()) && !Condition(isBlockedWith(id))
  }
}
