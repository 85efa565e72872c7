import Foundation
import PostgreSQL
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// Stations of one hub that write its batches together, while networks, daemons and chips fail.
struct HubSoak {
    let stations: Int
    /// Tags of each batch.
    let batches: [String: Int]
    /// What a station takes along at a time.
    let taken: Int
    /// Between two blows, on average.
    let pause: UInt64
    let random: SeededRandom

    var names: [String] { batches.keys.sorted() }
    private var count: Int { batches.values.reduce(0, +) }

    /// Writes every tag. Returns what is known in the end, and says what has happened.
    func run(_ hubs: [TestHub]) async throws -> SoakPicture {
        for (name, count) in batches { try await hubs[0].createBatch(name, tags: count) }
        return try await withStations(stations, hubs[0]) { places in
            let start = ContinuousClock.now
            let story = try await write(hubs, places)
            let time = (ContinuousClock.now - start) / .seconds(1)
            print(
                """
                hub soak: \(count) tags, \(stations) stations, \(hubs.count) daemons, \(random): \(Int(time)) s, \
                \(Int(Double(count) / time * 10)) tags in ten seconds; \(story.list)
                """)
            try await settle(hubs[0], places)
            return try await picture(hubs[0], places, story.chips)
        }
    }

    private func withStations<Result>(
        _ count: Int, _ hub: TestHub, _ places: [SoakPlace] = [], _ body: ([SoakPlace]) async throws -> Result
    ) async throws -> Result {
        guard places.count < count else { return try await body(places) }
        return try await TestStation.run { station in
            let place = try await SoakPlace(places.count + 1, station, under: hub, batches: names, taking: taken)
            let result: Swift.Result<Result, any Error>
            do { result = .success(try await withStations(count, hub, places + [place], body)) } catch {
                result = .failure(error)
            }
            await place.cable.end()
            return try result.get()
        }
    }

    /// Until the hub has heard that every tag is written.
    private func write(_ hubs: [TestHub], _ places: [SoakPlace]) async throws -> SoakStory {
        var random = random
        let blowsSeed = random.next()
        return try await withThrowingTaskGroup(of: SoakStory.self) { group in
            for place in places {
                let seed = random.next()
                group.addTask { [names] in
                    let hand = SoakHand(place, batches: names, seed: seed)
                    try await hand.work()
                    return hand.story
                }
                group.addTask { try await place.rounds.run() }
            }
            group.addTask { [pause] in try await SoakBlows(hubs, places, pause: pause, seed: blowsSeed).fall() }
            group.addTask { [count] in
                let owner = try hubs[0].owner()
                while try owner.rows("SELECT 1 FROM tags WHERE state = 'written'").count < count {
                    try await Task.sleep(for: .milliseconds(200))
                }
                for place in places { place.end() }
                return SoakStory()
            }
            return try await group.reduce(into: SoakStory()) { $0.add($1) }
        }
    }
}
