/// Why the memory that was read cannot be taken for NDEF.
enum MemoryFault: Error, Hashable, CustomStringConvertible {
    /// The capability container lacks the NDEF magic number.
    case unformatted
    /// The bytes contradict the NFC Forum's rules.
    case malformed(String)
    /// The answer is in a page that was not read.
    case notRead(page: Int)

    /// What another system has put there would be lost with a message.
    static let blockBehindEmptyMessage = Self.malformed("a proprietary TLV block is behind the empty message")

    var description: String { description(of: "page") }

    /// `unit`: what the type of tag calls its four bytes.
    func description(of unit: String) -> String {
        switch self {
        case .unformatted: "the capability container does not declare NDEF"
        case .malformed(let reason): reason
        case .notRead(let page): "\(unit) \(page.pageNumber) was not read"
        }
    }
}
