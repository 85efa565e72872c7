internal import AuditLedger
internal import Chips
internal import Registry

/// A content by its bytes: two spellings that Swift's strings hold to be equal are two contents.
struct ExactContent: Hashable {
    private let url: String
    private let uid: ChipUID?
    private let hash: UInt64

    init(_ content: SeenContent) { self.init(content.url, content.uid) }

    init(_ tag: AuditedTag) { self.init(tag.url, tag.uid) }

    init(_ verdict: TagVerdict) { self.init(verdict.url, verdict.uid) }

    private init(_ url: String, _ uid: ChipUID?) {
        self.url = url
        self.uid = uid
        hash = Self.hash(of: url)
    }

    /// Of the bytes; another one in each process.
    static func hash(of url: String) -> UInt64 {
        let bytes = url.utf8Span.span
        return ContentHash(bytes, bytes.indices).value
    }

    static func == (left: Self, right: Self) -> Bool {
        left.hash == right.hash && left.uid == right.uid
            && ByteComparison.order(left.url.utf8Span.span, right.url.utf8Span.span) == 0
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
        hasher.combine(uid)
    }

    /// Each URL once.
    static func urls(_ urls: [String]) -> [String] {
        var known: Set<[UInt8]> = []
        return urls.filter { known.insert(Array($0.utf8)).inserted }
    }
}
