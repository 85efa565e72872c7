public import HTTPMessages

/// What is asked for.
public struct WebRequest: Sendable, Equatable {
    /// Such as `GET` (RFC 9110, section 9).
    public var method: String
    /// `http` or `https`, percent-encoded. Over a Unix socket the host only fills the `Host` field.
    public var url: String
    public var headers: HTTPHeaders
    /// nil sends no body; an empty one is sent as such, with its length of 0.
    public var body: [UInt8]?

    public init(_ method: String = "GET", _ url: String, headers: HTTPHeaders = [:], body: [UInt8]? = nil) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}
