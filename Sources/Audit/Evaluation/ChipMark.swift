/// Where a tag with a chip is in the ledger, to find the same identifier or the same chip elsewhere.
struct ChipMark: BitwiseCopyable, Sendable {
    let tag: UInt64
    let chip: UInt64
    let shard: Int32
    let entry: Int32

    /// The marks that share a tag identifier or a chip with another.
    static func doubles(_ marks: [ChipMark]) -> [ChipMark] {
        var found = repeated(marks.filter { $0.tag != 0 }, \.tag)
        found += repeated(marks, \.chip)
        return found
    }

    private static func repeated(_ marks: [ChipMark], _ key: KeyPath<ChipMark, UInt64>) -> [ChipMark] {
        let keys = marks.map { $0[keyPath: key] }
        var counts: [UInt64: Bool] = [:]
        counts.reserveCapacity(keys.count)
        var isRepeated = false
        for value in keys {
            if counts.updateValue(false, forKey: value) != nil {
                counts[value] = true
                isRepeated = true
            }
        }
        return isRepeated ? marks.filter { counts[$0[keyPath: key]] == true } : []
    }
}
