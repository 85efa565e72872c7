internal import Faults
internal import Foundation
package import Notices

/// A notice as the text that is kept and sent: one form, so that what is signed is what was kept.
package enum NoticeText {
    /// No notice is longer.
    package static let limit = 64 << 10

    package static func bytes(_ notice: Notice) throws -> [UInt8] { try encoded(notice) }

    /// Reads a notice that `name` was the file of.
    static func notice(_ bytes: [UInt8], name: String) throws -> Notice {
        let notice: Notice
        do {
            notice = try JSONDecoder().decode(Notice.self, from: Data(bytes))
        } catch let error as DecodingError {
            throw refusal(name, error.explanation(in: bytes))
        }
        guard NoticeID(notice.id) != nil, "\(notice.id).json" == name else {
            throw refusal(name, "its id is not the name of its file")
        }
        guard notice.data.schema == 1 else { throw refusal(name, "schema \(notice.data.schema) is not known") }
        return notice
    }

    static func encoded(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    private static func refusal(_ name: String, _ reason: String) -> NotifyError {
        NotifyError(
            .badNotice, "the notice \(name) is refused", why: reason,
            next: "find out which program wrote it, and remove it; after an upgrade, restart waymark-notify")
    }
}
