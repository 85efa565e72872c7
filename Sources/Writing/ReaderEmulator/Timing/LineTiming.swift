/// Measures what goes over a line, and, if it is to, holds answers back until a real line would have brought them.
struct LineTiming {
    typealias Instant = ContinuousClock.Instant

    private(set) var traffic = LineTraffic()
    private let isImposed: Bool
    /// When line and antenna are done with what was given to them so far.
    private var freeAt = Instant.now
    private var held: [(bytes: [UInt8], due: Instant)] = []

    init(imposed: Bool) {
        isImposed = imposed
    }

    /// The host has sent bytes, and the antenna was busy for so long because of them.
    mutating func heard(_ count: Int, airTime: Duration, at now: Instant) {
        traffic.bytesFromHost += count
        traffic.airTime += airTime
        guard count > 0 || airTime > .zero else { return }
        freeAt = max(freeAt, now) + LineTraffic.time(of: count) + airTime
    }

    /// Takes the bytes that the reader sends, and gives those that have arrived by now.
    mutating func bring(_ bytes: [UInt8], at now: Instant) -> [UInt8] {
        traffic.bytesToHost += bytes.count
        guard isImposed else { return bytes }
        if !bytes.isEmpty {
            freeAt = max(freeAt, now) + LineTraffic.time(of: bytes.count)
            held.append((bytes, freeAt))
        }
        let arrived = held.prefix { $0.due <= now }.flatMap(\.bytes)
        held.removeAll { $0.due <= now }
        return arrived
    }

    /// When `bring` has something to give again.
    var nextDue: Instant? { held.first?.due }

    mutating func reset() { traffic = LineTraffic() }
}
