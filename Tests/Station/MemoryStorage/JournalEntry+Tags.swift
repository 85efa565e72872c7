import Registry
import Storage

extension JournalEntry {
    /// Whether it names a tag, or is about a sheet with a label of it.
    func concerns(_ tag: TagID) -> Bool { subject.tag == tag.text || sheetTags.contains(tag.text) }
}
