import Foundation
import Registry

/// What an entry's payload names.
struct JournalSubject: Decodable {
    struct Cell: Decodable {
        let tag: String
    }

    var tag: String?
    var batch: String?
    var digest: String?
    var cells: [Cell]?
}

extension JournalEntry {
    var subject: JournalSubject {
        (try? JSONDecoder().decode(JournalSubject.self, from: Data(payload.utf8))) ?? JournalSubject()
    }

    func isOf(_ kind: JournalEvent.Kind) -> Bool { self.kind == kind.rawValue }

    /// Whether it names a tag, or is about a sheet with a label of it.
    func concerns(_ tag: TagID) -> Bool {
        let subject = subject
        if subject.tag == tag.text { return true }
        return (isOf(.sheetMade) || isOf(.sheetPrinted)) && subject.cells?.contains { $0.tag == tag.text } == true
    }
}
