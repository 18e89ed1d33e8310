import AccessModel

/// Supabase: `storage.objects`, one row for each stored file. Its rows say who reaches the files.
///
/// An object's name is its path in the bucket: `5f0c1a52…/summer/beach.jpg`.
public struct StorageObject: PlatformTable {
  /// `storage`.
  public static let schema = "storage"
  /// `objects`.
  public static let name = "objects"

  /// The object's own id, not its owner's.
  public let id = Column("id", .uuid).primaryKey()
  /// The bucket it is in.
  public let bucketID = Column("bucket_id", .text).nullable()
  /// The column `name`: folders and file name, with slashes between.
  public let path = Column("name", .text).nullable()
  /// Who uploaded it, as the storage service says.
  public let ownerID = Column("owner_id", .text).nullable()
  /// When it was uploaded.
  public let createdAt = Column("created_at", .timestamptz).nullable()

  /// A mention of the table.
  public init() {}

  /// `(storage.foldername(name))[number]`: a folder of the path, from 1; NULL if there are fewer.
  public func folder(_ number: Int) -> ScalarExpression<String> {
    ScalarExpression(.text) { [path = path.lazy] context in
      .subscripted(
        operand: .function("foldername", path.lower(&context), schema: "storage"),
        lower: .integer(Int64(number)), upper: nil, isSlice: false)
    }
  }

  /// `storage.filename(name)`: what comes after the last slash.
  public var filename: ScalarExpression<String> { part("filename") }

  /// `storage.extension(name)`: what comes after the last dot.
  public var fileExtension: ScalarExpression<String> { part("extension") }

  private func part(_ function: String) -> ScalarExpression<String> {
    ScalarExpression(.text) { [path = path.lazy] context in
      .function(function, path.lower(&context), schema: "storage")
    }
  }
}

/// Supabase: `storage.buckets`. A bucket that is `public` serves its files without asking.
public struct StorageBucket: PlatformTable {
  /// `storage`.
  public static let schema = "storage"
  /// `buckets`.
  public static let name = "buckets"

  /// What objects refer to.
  public let id = Column("id", .text).primaryKey()
  /// The column `name`.
  public let title = Column("name", .text)
  /// The column `public`.
  public let isPublic = Column("public", .boolean).nullable()

  /// A mention of the table.
  public init() {}
}
