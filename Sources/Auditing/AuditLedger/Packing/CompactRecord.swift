package import Registry

/// A record that takes few bits beside the others of its entry.
package protocol CompactRecord: PackedRecord {
    /// A number that many records have in common, such as the accuracy of a kind of phone: `CommonNumbers` may know it.
    var repeated: UInt32? { get }

    /// Writes what is kept of an entry, at least one record and at most `limit`, in its order.
    static func write(_ kept: Span<Self>, to bits: inout BitWriter, _ common: CommonNumbers)
    /// Puts so many records behind those that are in `kept`. Sixteen more bytes follow those of the records.
    static func read(
        _ count: Int, from bytes: RawSpan, entry: Int, into kept: inout [Self], _ common: CommonNumbers)
}
