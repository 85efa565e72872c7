package import HTTPMessages

/// What is asked for.
package struct WebRequest: Sendable, Equatable {
    /// Such as `GET` (RFC 9110, section 9).
    package var method: String
    /// `http` or `https`, percent-encoded. Over a Unix socket the host only fills the `Host` field.
    package var url: String
    package var headers: HTTPHeaders
    /// nil sends no body; an empty one is sent as such, with its length of 0.
    package var body: [UInt8]?

    package init(_ method: String = "GET", _ url: String, headers: HTTPHeaders = [:], body: [UInt8]? = nil) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}
