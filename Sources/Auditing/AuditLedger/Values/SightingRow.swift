internal import Geodesy
package import Registry

/// A sighting as it goes into the ledger: numbers, and the range of its URL in a buffer.
package struct SightingRow: BatchRow {
    // In an order that takes 56 bytes.
    let key: ContentKey
    private let urlStart: UInt32
    let chip: PackedChip
    private let urlLength: UInt16
    /// Of entry 0.
    package let visit: PackedVisit

    @inline(__always)
    var url: Range<Int> { Int(urlStart)..<(Int(urlStart) + Int(urlLength)) }

    @inline(__always)
    func record(entry: Int) -> PackedVisit { visit.of(entry: entry) }

    /// `hash`: of the URL alone. `visit` is of entry 0. The buffer has less than 4 GiB, the URL less than 64 KiB.
    @inline(__always)
    init(hash: ContentHash, chip: PackedChip, url: Range<Int>, visit: PackedVisit) {
        key = ContentKey(url: hash, chip: chip)
        self.chip = chip
        urlStart = UInt32(url.lowerBound)
        urlLength = UInt16(url.count)
        self.visit = visit
    }

    /// Times are kept in seconds since 1970, up to the year 2106.
    static func seconds(_ time: Timestamp) -> UInt32 {
        UInt32(clamping: time.milliseconds / 1_000)
    }

    init(
        hash: ContentHash, chip: PackedChip, url: Range<Int>, time: UInt32, device: UInt32, place: Coordinate,
        sigma: Double
    ) {
        self.init(
            hash: hash, chip: chip, url: url,
            visit: PackedVisit(
                entry: 0, time: time, device: device, latitude: place.latitude, longitude: place.longitude,
                sigma: Float(sigma)))
    }

    /// A fix that a history keeps. `url`: the range of its URL in `bytes`.
    init(of visit: PackedVisit, _ chip: PackedChip, _ bytes: Span<UInt8>, url: Range<Int>) {
        self.init(hash: ContentHash(bytes, url), chip: chip, url: url, visit: visit)
    }

    /// The sighting's URL alone is the buffer.
    package init(_ sighting: Sighting, url bytes: Span<UInt8>) {
        self.init(sighting, bytes, url: 0..<bytes.count)
    }

    /// `url`: the range of the sighting's URL in `bytes`.
    init(_ sighting: Sighting, _ bytes: Span<UInt8>, url: Range<Int>) {
        let device = Array((sighting.device ?? "").utf8)
        self.init(
            hash: ContentHash(bytes, url), chip: PackedChip(sighting.uid), url: url,
            time: Self.seconds(sighting.time),
            device: PackedVisit.device(ContentHash(device.span, 0..<device.count), isNamed: !device.isEmpty),
            place: sighting.place, sigma: sighting.error.sigma)
    }
}
