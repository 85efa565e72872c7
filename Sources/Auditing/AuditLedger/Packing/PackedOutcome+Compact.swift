package import Registry

/// Its numbers less the smallest of the entry's, in as many bits as the largest needs.
extension PackedOutcome: CompactRecord {
    package var repeated: UInt32? { nil }

    private static let outcomeWidth: UInt64 = 2

    package static func write(_ kept: Span<Self>, to bits: inout BitWriter, _ common: CommonNumbers) {
        var (first, last, devices) = (UInt32.max, 0 as UInt32, 0 as UInt32)
        for index in kept.indices {
            let record = kept[index]
            first = min(first, record.time)
            last = max(last, record.time)
            devices |= record.device
        }
        let (times, names) = (UInt64(last - first).bitWidthUsed, UInt64(devices).bitWidthUsed)
        bits.write(UInt64(first), width: 32)
        bits.write(times | names << 6, width: 12)
        for index in kept.indices {
            let record = kept[index]
            bits.write(UInt64(record.time - first) | UInt64(record.device) << times, width: times + names)
            bits.write(UInt64(record.outcome.place), width: outcomeWidth)
        }
    }

    package static func read(
        _ count: Int, from bytes: RawSpan, entry: Int, into kept: inout [Self], _ common: CommonNumbers
    ) {
        var bits = BitReader()
        let first = bits.read(bytes, width: 32)
        let widths = bits.read(bytes, width: 12)
        let (times, names) = (widths & 63, widths >> 6)
        for _ in 0..<count {
            let whole = bits.read(bytes, width: times + names)
            kept.append(
                Self(
                    entry: entry, time: UInt32(truncatingIfNeeded: first + whole & (1 << times - 1)),
                    device: UInt32(truncatingIfNeeded: whole >> times),
                    outcome: Confirmation.Outcome(place: UInt8(bits.read(bytes, width: outcomeWidth)))))
        }
    }
}

extension UInt64 {
    /// How many bits it takes: 0 for 0, at most 64.
    @inline(__always)
    var bitWidthUsed: UInt64 { UInt64(64 - leadingZeroBitCount) }
}
