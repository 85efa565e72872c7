internal import NDEF
internal import NFCTags
package import Registry

/// Whether the URLs of NFC tags fit on the chips that they are bought with.
package struct ChipCapacity: Sendable {
    private let largest: WritableChip?
    private let isNamed: Bool

    /// `chip`: the product that the tags are bought with. Without one, or with one that is not known, the largest that
    /// Waymark knows counts.
    package init(chip: String?) {
        let named = WritableChip.all.filter { $0.name == chip }
        isNamed = !named.isEmpty
        largest = (isNamed ? named : WritableChip.all).max { $0.declaredSize < $1.declaredSize }
    }

    /// Why no chip of that kind can hold a tag's URL; nil where one can, and for a tag without a chip.
    package func doubt(about tag: Tag) -> String? {
        guard tag.medium == .nfc, let largest, let message = try? NDEFMessage(uri: tag.url), !largest.holds(message)
        else { return nil }
        let name = isNamed ? "an \(largest.name)" : "the largest chip, an \(largest.name),"
        return
            "its URL of \(tag.url.utf8.count) bytes does not fit on \(name) which has \(largest.declaredSize) bytes: "
            + "shorten it"
    }
}
