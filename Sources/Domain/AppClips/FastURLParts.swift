/// Where the parts are of a URL without anything that Apple leaves open: `https`, a lower-case host, no port, no
/// empty or dotted segment, no percent sign, no fragment, ASCII only.
struct FastURLParts {
    /// Host and path without a slash at the end.
    let key: Range<Int>
    let hostEnd: Int
    let hasQuery: Bool

    /// "https://"
    private static var https: UInt64 { 0x2F2F_3A73_7074_7468 }

    init?(_ bytes: Span<UInt8>, _ url: Range<Int>) {
        guard url.count > 8, url.count <= InvocationURL.sizeLimit, ByteRun.word(bytes, url.lowerBound) == Self.https
        else { return nil }
        let start = url.lowerBound + 8
        hostEnd = ByteRun.endOfHost(bytes, start..<url.upperBound)
        // Two hyphens may be the sign of an international host.
        guard hostEnd > start, !ByteRun.has(0x2D, before: 0x2D, or: 0x2D, bytes, start..<hostEnd) else { return nil }
        guard let pathEnd = Self.pathEnd(bytes, url, from: hostEnd) else { return nil }
        if pathEnd > hostEnd {
            guard bytes[hostEnd] == 0x2F else { return nil }
            key = start..<(bytes[pathEnd - 1] == 0x2F ? pathEnd - 1 : pathEnd)
        } else {
            key = start..<pathEnd
        }
        hasQuery = pathEnd < url.upperBound
    }

    /// Whether nothing is open about part of a path.
    static func isPath(_ bytes: Span<UInt8>, _ part: Range<Int>) -> Bool {
        ByteRun.endOfPath(bytes, part) == part.upperBound
            && !ByteRun.has(0x2F, before: 0x2E, or: 0x2F, bytes, part)
    }

    /// Where a plain path ends, with a plain query behind it or none; nil where anything about them is open.
    @inline(__always)
    private static func pathEnd(_ bytes: Span<UInt8>, _ url: Range<Int>, from start: Int) -> Int? {
        let end = ByteRun.endOfPath(bytes, start..<url.upperBound)
        guard !ByteRun.has(0x2F, before: 0x2E, or: 0x2F, bytes, start..<end) else { return nil }
        if end == url.upperBound { return end }
        let query = (end + 1)..<url.upperBound
        guard bytes[end] == 0x3F, !query.isEmpty, ByteRun.endOfQuery(bytes, query) == query.upperBound else {
            return nil
        }
        return end
    }
}

extension InvocationURL {
    /// Whether nothing about it is open, and it has no query.
    var isPlain: Bool {
        FastURLParts(bytes.span, 0..<bytes.count).map { !$0.hasQuery } ?? false
    }
}
