/// A change that a client has named by a key of its own, so that it can ask again and is not done twice.
public struct RequestKey: Hashable, Sendable {
    /// Who asked: another's keys are other keys.
    public let actor: String
    public let key: String

    public init(actor: String, key: String) {
        self.actor = actor
        self.key = key
    }
}

/// What became of a request that was named by a key.
public struct KeptAnswer: Hashable, Sendable {
    public let status: Int
    /// Header fields, one `Name: value` a line.
    public let headers: String
    public let body: String

    public init(status: Int, headers: String, body: String) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// How far a request has come that was named by a key.
public enum KeyedRequest: Hashable, Sendable {
    /// The key was unused: it is the caller's now, and the request may run.
    case new
    /// Another request runs under it.
    case running
    /// It did not come to its end, or that could not be kept: how far it came is unknown.
    case interrupted
    /// `request`: what distinguishes it from others under the same key.
    case answered(KeptAnswer, request: String)
    /// What it was about was forgotten, and its answer with it.
    case erased
}
