import AccessPlan

/// Photos are stored as `<owner's id>/<album's id>/<file>`: an album says whether it is public, and
/// its photos go with it.
enum Photos {
  static let bucket = "albums"

  static let rules = Rules(on: StorageObject.self) { photo in
    Allow(.select, to: .anon, .authenticated, where: photo.isInPublicAlbum, named: "public albums")
    Allow(.all, to: .authenticated, where: photo.isOwn, named: "own photos")
  }
}

extension StorageObject {
  /// The first folder of an object's name is its owner's id.
  var owner: Condition { folder(1) == auth.uid.cast(to: .text) }

  /// Whose folder it is decides, and not the album alone, which anybody could name.
  var isInPublicAlbum: Condition {
    let album = Source<Album>()
    return bucketID == Photos.bucket
      && exists(
        album,
        where: album.isPublic == true && album.ownerID.cast(to: .text) == folder(1)
          && album.id.cast(to: .text) == folder(2))
  }

  /// A photo of the caller's.
  var isOwn: Condition { owner && bucketID == Photos.bucket }

  var isVisible: Condition { isInPublicAlbum || isOwn }
}
