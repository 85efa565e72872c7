/// The keeping of who may do what, and of answers to requests that may be repeated.
///
/// Tokens and sessions come and go through ``RegistryStorage/record(_:by:)``.
public protocol RegistryAccess: Sendable {
    func tokens() async throws -> [KeptToken]
    /// Another one after each change of tokens and sessions, by whichever process; nil where that is not known.
    func accessMark() async throws -> String?
    /// Those of tokens that exist.
    func sessions() async throws -> [Session]
    /// Marks tokens that have ended by now as expired, for good, and removes sessions that have.
    func expireAccess(at time: Timestamp) async throws

    /// Takes a key for a request, durably, unless it is taken already. `isPersonal`: the answer may tell of evidence,
    /// and is erased with it.
    func begin(_ key: RequestKey, isPersonal: Bool, at time: Timestamp) async throws -> KeyedRequest
    /// Keeps the answer under its key while its request runs: a former answer stays, and so does what evidence being erased or
    /// an interruption has left. `request`: what distinguishes the request from others.
    func keep(_ answer: KeptAnswer, of request: String, under key: RequestKey) async throws
    /// Lets a key be used again: nothing came of its request. The answer of what was done stays.
    func release(_ key: RequestKey) async throws
    /// Notes of a request that runs in this process no more that it is not known how far it came. False where it is not
    /// kept as running, or another process has it.
    func interrupt(_ key: RequestKey) async throws -> Bool
    /// For the start: requests that were running then have been interrupted.
    func interruptRequests() async throws
    /// Forgets keys that were taken before a moment.
    func forgetKeys(before time: Timestamp) async throws
}

extension RegistryAccess {
    /// One process alone changes it.
    public func accessMark() -> String? { nil }
}
