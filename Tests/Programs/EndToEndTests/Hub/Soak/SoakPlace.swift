import ReaderEmulator
import Synchronization
import TestBench
import Testing

/// A station of a soak: daemon, reader, rounds with the hub, and the cable to it.
final class SoakPlace: Sendable {
    static let reader = "bench"

    let number: Int
    let station: TestStation
    let cable: Cable
    let rounds: SyncRounds
    let reader: EmulatedReader
    private let over = Atomic(false)

    init(_ number: Int, _ station: TestStation, under hub: TestHub, batches: [String], taking count: Int) async throws {
        self.number = number
        self.station = station
        reader = try await station.addReader(Self.reader)
        cable = try await Cable(to: hub.url, in: station.folder)
        rounds = SyncRounds(station)
        try await hub.enrol(station, as: "station-\(number)", at: cable.url)
        for batch in batches { try await station.waymark("station", "take", batch, "\(count)") }
    }

    var isOver: Bool { over.load(ordering: .acquiring) }

    func end() {
        over.store(true, ordering: .releasing)
        rounds.stop()
    }

    /// Chips of a station have serial numbers of their own.
    func blankChip(_ made: Int) -> ReaderEmulator.Type2Tag {
        let products: [ReaderEmulator.Type2Product] = [.ntag213, .ntag215, .ntag216]
        return ReaderEmulator.Type2Tag(
            products[made % 3], uid: SerialNumbers(series: UInt32(number)).number(made))
    }
}
