package import HTTPMessages

/// An answer to a request.
package struct HTTPResponse: Sendable {
    /// What follows the headers.
    package enum Body: Sendable {
        case none
        case bytes([UInt8])
        /// Sent piece by piece as it comes; the response ends with the stream, or in good order when the server stops.
        /// When the client goes away, the stream's consumer is cancelled, which its producer sees as `onTermination`.
        case stream(AsyncStream<[UInt8]>)
        /// The same of so many bytes in all. A server that stops lets it come to its end as long as it can wait, and
        /// cuts the connection otherwise, as it does when pieces are missing: a part never passes for the whole.
        case file(length: Int64, AsyncStream<[UInt8]>)
    }

    /// From 200 to 599 (RFC 9110, section 15).
    package var status: Int
    package var headers: HTTPHeaders
    package var body: Body

    package init(status: Int = 200, headers: HTTPHeaders = [:], body: Body = .none) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Text as UTF-8.
    package static func text(_ text: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: ["Content-Type": "text/plain; charset=utf-8"],
            body: .bytes(Array(text.utf8)))
    }

    /// JSON that is already encoded.
    package static func json(_ bytes: [UInt8], status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, headers: ["Content-Type": "application/json"], body: .bytes(bytes))
    }

    /// Server-sent events, as they come. Nothing between may keep a copy or wait for more.
    package static func events(_ events: AsyncStream<[UInt8]>) -> HTTPResponse {
        HTTPResponse(
            headers: ["Content-Type": "text/event-stream", "Cache-Control": "no-store"], body: .stream(events)
        )
    }

    /// JSON Lines, as they come.
    package static func jsonLines(_ lines: AsyncStream<[UInt8]>) -> HTTPResponse {
        HTTPResponse(
            headers: ["Content-Type": "application/jsonl", "Cache-Control": "no-store"], body: .stream(lines))
    }
}
