internal import Chips
internal import Faults
public import NDEF

/// Whether a message fits the free space of a data area, and what would make it fit.
struct MessageFit {
    /// Bytes of the whole data area.
    let size: Int
    /// Bytes from the place of the message block to the end; less than `size` where control blocks come first.
    let free: Int
    /// Whether the terminator is there even where the block ends with the data area.
    var needsTerminator = true

    /// nil when the message fits.
    func refusal(of message: NDEFMessage, for image: Type2Image) -> TagError? {
        let larger = Self.largerProduct(than: image.product, for: message)
        return refusal(of: message, for: image.uid, larger: larger.map { ($0.name, $0.declaredSize) })
    }

    /// The same for a Type 5 tag.
    func refusal(of message: NDEFMessage, for image: Type5Image) -> TagError? {
        let larger = VicinityProduct.tried.first { $0.declaredSize ?? 0 > size && $0.holds(message) }
        return refusal(of: message, for: image.uid, larger: larger.map { ($0.name, $0.declaredSize ?? 0) })
    }

    /// Bytes that a value of this size takes.
    private func needed(forValue count: Int) -> Int { TLVBlock.size(forValue: count) - (needsTerminator ? 0 : 1) }

    private func refusal(of message: NDEFMessage, for uid: ChipUID, larger: (name: String, size: Int)?) -> TagError? {
        let needed = needed(forValue: message.encoded.count)
        guard needed > free else { return nil }
        let advice = [
            shortening(of: message).map { "shorten the URL by \($0) character\($0 == 1 ? "" : "s")" },
            larger.map { "use an \($0.name) (\($0.size) bytes)" },
        ]
        return TagError(
            code: .tooSmall, message: "tag \(uid) cannot hold this message",
            reason: "it has \(size) bytes, the message needs \(size - free + needed)",
            next: advice.contains { $0 != nil }
                ? advice.compactMap { $0 }.joined(separator: ", or ") : "shorten the message")
    }

    /// How many characters to take from the end of the URL; nil when the message is not one URL, or no URL with
    /// this prefix fits. Counted, not subtracted: below 255 and 256 bytes the lengths themselves get shorter.
    private func shortening(of message: NDEFMessage) -> Int? {
        guard message.records.count == 1, let record = message.records.first, record.identifier.isEmpty,
            message.firstURI != nil
        else { return nil }
        let length = record.payload.count
        // Flags, type length, payload length of one or four bytes, type.
        let overhead = { (payload: Int) in payload <= 0xFF ? 4 : 7 }
        return (1..<max(length, 1)).first { cut in
            let payload = length - cut
            return needed(forValue: overhead(payload) + payload) <= free
        }
    }

    private static func largerProduct(than product: TagProduct, for message: NDEFMessage) -> TagProduct? {
        TagProduct.common.first { $0.declaredSize > product.declaredSize && $0.holds(message) }
    }
}

extension TagProduct {
    /// Whether a tag as the factory delivers it can hold the message.
    public func holds(_ message: NDEFMessage) -> Bool {
        TLVBlock.size(forValue: message.encoded.count) <= declaredSize - controlBlocks.count
    }
}

extension VicinityProduct {
    /// Whether a tag as the factory delivers it can hold the message.
    public func holds(_ message: NDEFMessage) -> Bool {
        declaredSize.map { TLVBlock.size(forValue: message.encoded.count) - 1 <= $0 } ?? false
    }
}
