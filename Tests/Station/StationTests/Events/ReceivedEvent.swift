import Testing

/// One event as a client takes it apart (HTML Standard, section 9.2.6), written without the server's code.
struct ReceivedEvent: Equatable {
    var id: String?
    var event = "message"
    var data = ""

    /// Nil for a piece that dispatches nothing, such as a comment.
    init?(_ bytes: [UInt8]) {
        var lines: [String] = []
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
            let sides = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard let field = sides.first, sides.count == 2, !field.isEmpty else { continue }
            let value = String(sides[1].hasPrefix(" ") ? sides[1].dropFirst() : sides[1])
            switch field {
            case "id": id = value
            case "event": event = value
            case "data": lines.append(value)
            default: break
            }
        }
        if lines.isEmpty { return nil }
        data = lines.joined(separator: "\n")
    }
}

extension AsyncStream<[UInt8]> {
    /// The next events, so many.
    func first(_ count: Int) async -> [ReceivedEvent] {
        var found: [ReceivedEvent] = []
        var iterator = makeAsyncIterator()
        while found.count < count, let bytes = await iterator.next() {
            if let event = ReceivedEvent(bytes) { found.append(event) }
        }
        return found
    }

    /// Every event, of a stream that ends.
    func all() async -> [ReceivedEvent] { await first(.max) }
}
