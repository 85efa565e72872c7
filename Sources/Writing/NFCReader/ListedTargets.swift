internal import ReaderProtocol

/// The answer to InListPassiveTarget for targets of ISO/IEC 14443-3 Type A (PN532 user manual, 7.3.5): their number;
/// then for each its number, SENS_RES, SEL_RES, the UID behind its length, and the ATS, whose first byte is its length,
/// where the tag speaks ISO/IEC 14443-4.
struct ListedTargets {
    let selections: [Selection]

    /// Nil for what is not such a list.
    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        guard let count = rest.popFirst(), count <= 2 else { return nil }
        var selections: [Selection] = []
        for _ in 0..<count {
            // The target's number.
            guard rest.popFirst() != nil, let atqa = Self.take(2, &rest), let sak = rest.popFirst(),
                let length = rest.popFirst(), let uid = Self.take(Int(length), &rest)
            else { return nil }
            var ats: [UInt8] = []
            if sak & 0x20 != 0, let length = rest.first, length > 0 {
                guard let bytes = Self.take(Int(length), &rest) else { return nil }
                ats = Array(bytes.dropFirst())
            }
            selections.append(Selection(uid: uid, atqa: atqa, sak: sak, ats: ats))
        }
        self.selections = selections
    }

    private static func take(_ count: Int, _ bytes: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard bytes.count >= count else { return nil }
        defer { bytes.removeFirst(count) }
        return Array(bytes.prefix(count))
    }
}
