import AccessPlan

/// Photos are stored as `<owner's id>/<album>/<file>` in one of two buckets: public albums for all,
/// private ones for their owner.
enum Photos {
  static let publicBucket = "public-albums"
  static let privateBucket = "private-albums"

  static let rules = Rules(on: StorageObject.self) { photo in
    Allow(.select, to: .anon, .authenticated, where: photo.isInPublicAlbum, named: "public albums")
    Allow(.all, to: .authenticated, where: photo.isOwn, named: "own photos")
  }
}

extension StorageObject {
  /// The first folder of an object's name is its owner's id.
  var owner: Condition { folder(1) == auth.uid.cast(to: .text) }

  var isInPublicAlbum: Condition { bucketID == Photos.publicBucket }

  /// A photo of the caller's, in one of the two buckets that are for photos.
  var isOwn: Condition { owner && bucketID.isIn([Photos.publicBucket, Photos.privateBucket]) }

  var isVisible: Condition { isInPublicAlbum || isOwn }
}
