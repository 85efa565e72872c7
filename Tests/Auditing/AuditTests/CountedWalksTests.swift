import AppClips
import Audit
import Chips
import Geodesy
import Registry
import TestBench
import Testing

/// Tags that are certainly inside are only counted. Whatever a walk saw, the report must be the one that an audit makes
/// which keeps every tag: stores share malls, boxes went astray in part, fixes are vague, tags were moved.
@Suite struct `A walk whose good tags are only counted` {
    private static let rounds = 1_500

    @Test func `is reported as one whose tags are all kept`() throws {
        var numbers = SeededRandom()
        print("counted walks: \(numbers)")
        var codes: Set<FindingCode> = []
        for round in 0..<Self.rounds {
            let walk = try RandomWalk(using: &numbers)
            let auditor = Auditor(walk.scope)
            auditor.intake.add(walk.sightings)
            let report = auditor.agreedOutcome("\(numbers), round \(round)").report()
            codes.formUnion(report.findings.map(\.code))
        }
        // What can be explained by where tags are is among the cases.
        #expect(codes.isSuperset(of: [.swapped, .misdelivered, .moved, .misplaced, .regionSuspect]), "\(numbers)")
    }
}

/// A few stores, some in one mall, and visits to their tags.
private struct RandomWalk {
    let scope: AuditScope
    let sightings: [Sighting]

    private static let start: Int64 = 1_795_000_000_000 / 600_000 * 600_000
    private static let names = ["a", "b", "c", "d"]

    init(using numbers: inout SeededRandom) throws {
        let template = try URLTemplate("https://a.example/s/{store}{?tag}")
        let stores = try Self.names.enumerated().map { index, name in
            // Two stores share each place, nearly.
            let apart = try #require([0.0001, 0.001, 0.003].randomElement(using: &numbers))
            let centre = try Coordinate(
                latitude: 37 + 0.01 * Double(index / 2), longitude: -122 + apart * Double(index % 2))
            let radius = try #require([60.0, 150, 300].randomElement(using: &numbers))
            return Store(
                id: try #require(StoreID(name)), name: name, region: try Region(centre: centre, radius: radius))
        }
        var tags: [Registry.Tag] = []
        var sightings: [Sighting] = []
        for index in 0..<Int.random(in: 1...12, using: &numbers) {
            let store = try #require(stores.randomElement(using: &numbers))
            // Some URLs name a tag that another one is, and some chips are on two.
            let named = Int.random(in: 0...7, using: &numbers) == 0 ? 0 : index
            let url = try template.expand(["store": store.id.text, "tag": "t-\(named)"])
            let uid = try Self.chip(index, &numbers)
            let seen = try Self.visits(url, of: store, on: uid, stores, &numbers)
            sightings += seen
            let isWritten = uid != nil && Bool.random(using: &numbers)
            let batch = try #require(["b-1", "b-2"].randomElement(using: &numbers))
            tags.append(
                Registry.Tag(
                    id: try #require(TagID("t-\(index)")), batch: try #require(BatchName(batch)), store: store.id,
                    placement: "door", medium: uid == nil ? .qr : .nfc, url: url,
                    life: TagLife(
                        state: try Self.state(isWritten, &numbers), uid: isWritten ? uid : nil,
                        writtenURL: isWritten ? url : nil)))
        }
        let areKnown = Bool.random(using: &numbers)
        scope = AuditScope(
            stores: try Self.registered(stores, &numbers),
            experiences: [
                Experience(
                    url: try InvocationURL("https://a.example/s/"),
                    card: try Card(title: "A", subtitle: "B", action: .open))
            ],
            templates: [template], tags: areKnown ? tags : nil, tagsAreDeployed: areKnown)
        self.sightings = sightings
    }

    /// As they are, or one of them with the sign of its longitude wrong.
    private static func registered(_ stores: [Store], _ numbers: inout SeededRandom) throws -> [Store] {
        let wrong = Int.random(in: 0..<20, using: &numbers)
        return try stores.enumerated().map { index, store in
            guard index == wrong, let region = store.region else { return store }
            let centre = try Coordinate(latitude: region.centre.latitude, longitude: -region.centre.longitude)
            return Store(id: store.id, name: store.name, region: try Region(centre: centre, radius: region.radius))
        }
    }

    private static func chip(_ index: Int, _ numbers: inout SeededRandom) throws -> ChipUID? {
        guard Int.random(in: 0...2, using: &numbers) == 0 else { return nil }
        let number = Int.random(in: 0...9, using: &numbers) == 0 ? 0 : index
        return ChipUID("04A1B2C3D4E5\(number + 10)")
    }

    private static func state(_ isWritten: Bool, _ numbers: inout SeededRandom) throws -> TagState {
        let states: [TagState] = isWritten ? [.written, .written, .retired] : [.planned, .planned, .retired]
        return try #require(states.randomElement(using: &numbers))
    }

    private static func visits(
        _ url: String, of own: Store, on uid: ChipUID?, _ stores: [Store], _ numbers: inout SeededRandom
    ) throws -> [Sighting] {
        let isAtHome = Int.random(in: 0...2, using: &numbers) > 0
        var store = isAtHome ? own : try #require(stores.randomElement(using: &numbers))
        let distances: [Double] = [0, 0, 20, 100, 160, 400]
        var metres = try #require(distances.randomElement(using: &numbers))
        return try (0..<Int.random(in: 0...5, using: &numbers)).map { visit in
            if Int.random(in: 0...9, using: &numbers) == 0 {
                store = try #require(stores.randomElement(using: &numbers))
                metres = try #require(distances.randomElement(using: &numbers))
            }
            let centre = try #require(store.region?.centre)
            let accuracy = try #require([5.0, 15, 60, 200].randomElement(using: &numbers))
            let error = Double.random(in: 0...accuracy, using: &numbers)
            return Sighting(
                time: Timestamp(milliseconds: start + Int64(visit) * 600_000), url: url,
                uid: Bool.random(using: &numbers) ? uid : nil,
                place: centre.moved(by: metres, azimuth: 30)
                    .moved(by: error, azimuth: Double.random(in: -180...180, using: &numbers)),
                error: try PositionError(accuracy: accuracy),
                device: [nil, "p-1", "p-2"].randomElement(using: &numbers) ?? nil)
        }
    }
}
