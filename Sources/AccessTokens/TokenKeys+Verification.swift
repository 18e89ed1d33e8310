import Foundation

#if JWTVerification
  import JWTKit

  extension TokenKeys {
    func check(_ token: AccessToken, secret: Data) throws(TokenProblem) {
      try check(token, named: "the secret") {
        try await JWTKeyCollection()
          .add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256)
          .getKey()
      }
    }

    func check(_ token: AccessToken, with key: TokenKey) throws(TokenProblem) {
      let name = key.id.map { "key `\($0)`" } ?? "the key"
      try check(token, named: name) {
        let jwk = try JSONDecoder().decode(JWK.self, from: key.json)
        return try await JWTKeyCollection().add(jwk: jwk)
          .getKey(for: JWKIdentifier(string: TokenKey.name), alg: key.algorithm)
      }
    }

    private func check(
      _ token: AccessToken, named name: String,
      _ key: @escaping @Sendable () async throws -> any JWTAlgorithm
    ) throws(TokenProblem) {
      guard let algorithm = waited(for: key) else {
        throw .unusableKeys("\(name) is no key for \(token.algorithm)")
      }
      let verifies = try? algorithm.verify(token.signature, signs: token.signedBytes)
      guard verifies == true else { throw .notSignedBy(name) }
    }

    /// The collection of keys is an actor; nothing here does anything else meanwhile.
    private func waited(
      for key: @escaping @Sendable () async throws -> any JWTAlgorithm
    ) -> (any JWTAlgorithm)? {
      let box = Box()
      let isDone = DispatchSemaphore(value: 0)
      let work: @Sendable () async -> Void = {
        box.algorithm = try? await key()
        isDone.signal()
      }
      if #available(macOS 15, *) {
        Task.detached(executorPreference: QueueExecutor(), operation: work)
      } else {
        Task.detached(operation: work)
      }
      isDone.wait()
      return box.algorithm
    }
  }

  /// A thread of its own: whoever waits may hold the last of those that tasks share.
  @available(macOS 15, *)
  private final class QueueExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "rowkeep.keys")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  // Written before the semaphore is signalled, read after.
  private final class Box: @unchecked Sendable {
    var algorithm: (any JWTAlgorithm)?
  }
#else
  extension TokenKeys {
    func check(_ token: AccessToken, secret: Data) throws(TokenProblem) { throw .cannotVerify }
    func check(_ token: AccessToken, with key: TokenKey) throws(TokenProblem) {
      throw .cannotVerify
    }
  }
#endif
