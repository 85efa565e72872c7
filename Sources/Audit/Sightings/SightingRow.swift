internal import Geodesy
internal import Registry

/// A sighting as it goes into the ledger: numbers, and where its URL stands in a buffer.
struct SightingRow: BatchRow {
    let hash: UInt64
    let chip: PackedChip
    let url: Range<Int>
    let time: UInt32
    let device: UInt32
    let latitude: Double
    let longitude: Double
    let sigma: Float

    func record(entry: Int) -> PackedVisit {
        PackedVisit(
            entry: entry, time: time, device: device, latitude: latitude, longitude: longitude, sigma: sigma)
    }

    /// Times are kept in seconds since 1970, up to the year 2106.
    static func seconds(_ time: Timestamp) -> UInt32 {
        UInt32(clamping: time.milliseconds / 1_000)
    }

    init(
        hash: UInt64, chip: PackedChip, url: Range<Int>, time: UInt32, device: UInt32, place: Coordinate, sigma: Double
    ) {
        self.hash = hash
        self.chip = chip
        self.url = url
        self.time = time
        self.device = device
        latitude = place.latitude
        longitude = place.longitude
        self.sigma = Float(sigma)
    }

    /// The sighting's URL alone is the buffer.
    init(_ sighting: Sighting, url bytes: Span<UInt8>) {
        self.init(sighting, bytes, url: 0..<bytes.count)
    }

    /// The sighting's URL stands in part of a buffer.
    init(_ sighting: Sighting, _ bytes: Span<UInt8>, url: Range<Int>) {
        let device = Array((sighting.device ?? "").utf8)
        self.init(
            hash: ContentHash.hash(bytes, url), chip: PackedChip(sighting.uid), url: url,
            time: Self.seconds(sighting.time),
            device: UInt32(truncatingIfNeeded: ContentHash.hash(device.span, 0..<device.count)),
            place: sighting.place, sigma: sighting.error.sigma)
    }
}
