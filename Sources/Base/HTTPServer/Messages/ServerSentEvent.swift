/// One event of a `text/event-stream` (HTML Standard, section 9.2).
package struct ServerSentEvent: Sendable, Equatable {
    /// The position a client asks to go on after, in `Last-Event-ID`.
    package var id: String?
    /// The kind; without it a browser calls it `message`.
    package var event: String?
    package var data: String

    package init(id: String? = nil, event: String? = nil, data: String) {
        self.id = id
        self.event = event
        self.data = data
    }

    /// The event as it is sent. A line break in `id` or `event` would start another field: it becomes a space.
    package var bytes: [UInt8] {
        var text = ""
        if let id { text += "id: \(Self.oneLine(id))\n" }
        if let event { text += "event: \(Self.oneLine(event))\n" }
        for line in Self.lines(data) { text += "data: \(line)\n" }
        return Array((text + "\n").utf8)
    }

    /// A line that clients ignore. Sent from time to time it keeps the connection in use, and finds out whether
    /// the client is still there.
    package static let keepAlive = Array(":\n\n".utf8)

    private static func oneLine(_ text: String) -> String {
        // A NUL makes a client ignore the identifier.
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { "\r\n\0".unicodeScalars.contains($0) ? " " : $0 }))
    }

    /// The standard's line ends: CR LF, LF, CR. (In a Swift string CR LF is one character.)
    private static func lines(_ text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
    }
}
