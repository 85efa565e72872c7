package import Registry

/// A confirmation as it goes into the ledger.
package struct ConfirmationRow: BatchRow {
    let key: ContentKey
    let chip = PackedChip.none
    let url: Range<Int>
    package let time: UInt32
    let device: UInt32
    package let outcome: Confirmation.Outcome

    func record(entry: Int) -> PackedOutcome {
        PackedOutcome(entry: entry, time: time, device: device, outcome: outcome)
    }

    init(hash: ContentHash, url: Range<Int>, time: UInt32, device: UInt32, outcome: Confirmation.Outcome) {
        key = ContentKey(url: hash, chip: .none)
        self.url = url
        self.time = time
        self.device = device
        self.outcome = outcome
    }

    /// The confirmation's URL alone is the buffer.
    init(_ confirmation: Confirmation, url bytes: Span<UInt8>) {
        let device = Array((confirmation.device ?? "").utf8)
        self.init(
            hash: ContentHash(bytes, 0..<bytes.count), url: 0..<bytes.count,
            time: SightingRow.seconds(confirmation.time), device: Self.deviceHash(device.span, 0..<device.count),
            outcome: confirmation.outcome)
    }

    /// Never 0 for a device that has a name.
    static func deviceHash(_ bytes: Span<UInt8>, _ device: Range<Int>) -> UInt32 {
        device.isEmpty ? 0 : max(1, UInt32(truncatingIfNeeded: ContentHash(bytes, device).value))
    }
}
