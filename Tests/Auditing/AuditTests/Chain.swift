import AppClips
import Audit
import Chips
import Geodesy
import Registry
import Testing

/// A chain of stores for tests, and sightings of its tags.
struct Chain {
    static let places: [String: (Double, Double)] = [
        "cupertino": (37.3230, -122.0322), "san-francisco": (37.7793, -122.4193), "seoul": (37.4979, 127.0276),
        "palo-alto": (37.4444, -122.1608),
    ]

    let stores: [Store]
    let template: URLTemplate
    let experiences: [Experience]

    init(places: [String: (Double, Double)] = Chain.places) throws {
        stores =
            try places.sorted { $0.key < $1.key }.map { id, place in
                let centre = try Coordinate(latitude: place.0, longitude: place.1)
                return Store(
                    id: try #require(StoreID(id)), name: "Fruta \(id)", region: try Region(centre: centre, radius: 100))
            } + [Store(id: try #require(StoreID("cart")), name: "Fruta cart", region: nil)]
        template = try URLTemplate("https://fruta.example/store/{store}{?tag}")
        experiences = [
            Experience(
                url: try InvocationURL("https://fruta.example/store/"),
                card: try Card(title: "Fruta", subtitle: "Smoothies", action: .open))
        ]
    }

    private init(stores: [Store], template: URLTemplate, experiences: [Experience]) {
        self.stores = stores
        self.template = template
        self.experiences = experiences
    }

    /// The same chain with one store registered elsewhere.
    func with(_ store: String, at centre: Coordinate) throws -> Chain {
        let stores = try stores.map { other in
            guard other.id.text == store else { return other }
            return Store(id: other.id, name: other.name, region: try Region(centre: centre, radius: 100))
        }
        return Chain(stores: stores, template: template, experiences: experiences)
    }

    /// The same chain with its experience retired.
    func retired() throws -> Chain {
        let old = experiences.map { Experience(url: $0.url, card: $0.card, store: $0.store?.name, status: .retired) }
        return Chain(stores: stores, template: template, experiences: old)
    }

    func scope(tags: [Registry.Tag]? = nil, deployed: Bool = true) -> AuditScope {
        AuditScope(
            stores: stores, experiences: experiences, templates: [template], tags: tags, tagsAreDeployed: deployed)
    }

    func tag(_ id: String, store: String, batch: String = "qr") throws -> Registry.Tag {
        Registry.Tag(
            id: try #require(TagID(id)), batch: try #require(BatchName(batch)), store: try #require(StoreID(store)),
            placement: "door", medium: .qr, url: url(id, store))
    }

    func url(_ tag: String, _ store: String) -> String {
        "https://fruta.example/store/\(store)?tag=\(tag)"
    }

    /// A fix `metres` from the centre of a store.
    func sighting(
        _ url: String, at store: String, metres: Double = 0, azimuth: Double = 30, accuracy: Double = 8,
        minute: Int64 = 0, uid: String? = nil, device: String? = nil
    ) throws -> Sighting {
        let centre = try #require(stores.first { $0.id.text == store }?.region?.centre)
        return Sighting(
            time: Timestamp(milliseconds: 1_795_000_000_000 / 600_000 * 600_000 + minute * 60_000), url: url,
            uid: uid.flatMap { ChipUID($0) }, place: centre.moved(by: metres, azimuth: azimuth),
            error: try PositionError(accuracy: accuracy), device: device)
    }

    func audit(_ sightings: [Sighting], tags: [Registry.Tag]? = nil, deployed: Bool = true) -> AuditReport {
        audit(sightings, [], tags: tags, deployed: deployed)
    }

    /// Audits twice: keeping every tag, and counting what is certainly inside. Both must say the same.
    func audit(
        _ sightings: [Sighting], _ confirmations: [Registry.Confirmation], tags: [Registry.Tag]? = nil,
        deployed: Bool = true,
        rules: AuditRules = AuditRules()
    ) -> AuditReport {
        let auditor = Auditor(scope(tags: tags, deployed: deployed), rules: rules)
        for sighting in sightings { auditor.intake.add(sighting) }
        for confirmation in confirmations { auditor.intake.add(confirmation) }
        return auditor.agreedOutcome().report(listingTags: true)
    }
}
