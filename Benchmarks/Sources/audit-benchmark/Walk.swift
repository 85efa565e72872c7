import AppClips
import Audit
import Geodesy
import Registry

/// A walk through a chain of 40 000 stores: what judging one tag costs.
struct Walk {
    static let stores = 40_000

    /// How many tags the chain has.
    let tags: Int

    private func place(of store: Int) throws -> Coordinate {
        try Coordinate(latitude: Double(store / 200) * 0.5 - 50, longitude: Double(store % 200) * 1.5 - 150)
    }

    private func url(_ tag: Int) -> String { "https://chain.example/store/\(tag % Self.stores)?tag=t\(tag)" }

    /// Nil for a name that is none.
    private func scope() throws -> AuditScope? {
        guard let batch = BatchName("chain") else { return nil }
        let stores = try (0..<Self.stores).compactMap { number -> Store? in
            guard let id = StoreID("\(number)") else { return nil }
            return Store(
                id: id, name: "Store \(number)", region: try Region(centre: try place(of: number), radius: 100))
        }
        let tags = (0..<tags).compactMap { number -> Tag? in
            guard let id = TagID("t\(number)"), let store = StoreID("\(number % Self.stores)") else { return nil }
            return Tag(id: id, batch: batch, store: store, placement: "door", medium: .qr, url: url(number))
        }
        let experience = Experience(
            url: try InvocationURL("https://chain.example/store/"),
            card: try Card(title: "Chain", subtitle: "Order here", action: .open))
        return AuditScope(
            stores: stores, experiences: [experience],
            templates: [try URLTemplate("https://chain.example/store/{store}{?tag}")], tags: tags)
    }

    /// Seconds for making ready, for a tag judged on the spot, and for an audit of that tag alone.
    func run(_ seconds: (Duration) -> Double) throws -> (ready: Double, spot: Double, whole: Double)? {
        guard let scope = try scope() else { return nil }
        let clock = ContinuousClock()
        var random = Random(state: 7)
        let (many, few) = (20_000, 3)
        let sightings = try (0..<many).map { number in
            Sighting(
                time: Timestamp(milliseconds: 1_795_000_000_000 + Int64(number) * 60_000),
                url: url(random.below(tags)), uid: nil, place: try place(of: random.below(Self.stores)),
                error: try PositionError(accuracy: 8), device: nil)
        }
        let start = clock.now
        let spot = SpotAudit(scope)
        let ready = clock.now
        for sighting in sightings { _ = spot.judge(sighting) }
        let judged = clock.now
        for sighting in sightings.prefix(few) {
            let auditor = Auditor(scope)
            auditor.intake.add(sighting)
            _ = auditor.outcome(keepingEveryTag: true)
        }
        let end = clock.now
        return (
            seconds(ready - start), seconds(judged - ready) / Double(many), seconds(end - judged) / Double(few)
        )
    }
}
