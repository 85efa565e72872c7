/// The body of an answer as lines of text.
package struct ResponseLines: AsyncSequence, Sendable {
    let body: ResponseBody
    let limit: Int

    package func makeAsyncIterator() -> Iterator { Iterator(parts: body.makeAsyncIterator(), limit: limit) }

    /// Reads the lines.
    package struct Iterator: AsyncIteratorProtocol {
        var parts: ResponseBody.Iterator
        let limit: Int
        private var rest: ArraySlice<UInt8> = []
        /// How much of `rest` is known to hold no line end.
        private var searched = 0

        init(parts: ResponseBody.Iterator, limit: Int) {
            self.parts = parts
            self.limit = limit
        }

        /// The next line. A last one without an end counts.
        package mutating func next() async throws -> String? {
            while true {
                if let end = rest.dropFirst(searched).firstIndex(of: 0x0A) {
                    let line = rest[..<end]
                    rest = rest[(end + 1)...]
                    searched = 0
                    return Self.text(line)
                }
                searched = rest.count
                guard rest.count <= limit else {
                    throw WebError.tooLarge(limit: limit, place: parts.owner.transfer.place)
                }
                guard let part = try await parts.next() else {
                    defer { rest = [] }
                    return rest.isEmpty ? nil : Self.text(rest)
                }
                rest += part
            }
        }

        private static func text(_ line: ArraySlice<UInt8>) -> String {
            String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
        }
    }
}
