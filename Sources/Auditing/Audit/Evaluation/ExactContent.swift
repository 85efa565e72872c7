internal import Chips
internal import Registry

/// A content by its bytes: two spellings that Swift's strings hold to be equal are two contents.
struct ExactContent: Hashable {
    private let url: [UInt8]
    private let uid: ChipUID?

    init(_ content: SeenContent) { self.init(content.url, content.uid) }

    init(_ tag: AuditedTag) { self.init(tag.url, tag.uid) }

    init(_ verdict: TagVerdict) { self.init(verdict.url, verdict.uid) }

    private init(_ url: String, _ uid: ChipUID?) {
        self.url = Array(url.utf8)
        self.uid = uid
    }

    /// Each URL once.
    static func urls(_ urls: [String]) -> [String] {
        var known: Set<[UInt8]> = []
        return urls.filter { known.insert(Array($0.utf8)).inserted }
    }
}
