import AppClips
import Audit
import Chips
import Geodesy
import Registry

/// What was done to a deployment, and what an audit should say: one finding.
public struct PlantedCause: Sendable {
    public let code: FindingCode
    public let stores: Set<String>
    /// Tags that the finding must name, nearly all of them.
    public let tags: Set<String>
    /// Stores that share a mall with one of these: of a single tag nobody can tell at which of both it is.
    public let neighbours: Set<String>

    init(code: FindingCode, stores: Set<String>, tags: Set<String>, neighbours: Set<String> = []) {
        self.code = code
        self.stores = stores
        self.tags = tags
        self.neighbours = neighbours
    }
}

/// A chain of stores whose truth is known.
public struct Deployment: Sendable {
    public let scope: AuditScope
    public private(set) var sightings: [Sighting] = []
    public private(set) var causes: [PlantedCause] = []
    /// Tags that are where they belong, in a region that is registered right.
    public private(set) var correct: Set<String> = []

    private let sites: [Site]
    /// The names of the tags that were seen, by the position of their site.
    private var seen: [Int: Set<String>] = [:]

    /// A store with the place where it really is.
    struct Site: Sendable {
        let store: Store
        let place: Coordinate
        let radius: Double
    }

    /// What happens to the tags of one batch at one store.
    private enum Fate {
        case fine
        case elsewhere(Int)
        case moved(Int)
    }

    public init(stores count: Int, errors: FieldErrors, seed: UInt64) throws {
        var dice = Dice(seed: seed)
        sites = try Self.sites(count, &dice)
        let template = try URLTemplate("https://chain.example/store/{store}{?tag}")
        let prefix = try InvocationURL("https://chain.example/store/")
        let card = try Card(title: "Chain", subtitle: "Coffee", action: .open)
        var fates = Array(repeating: Fate.fine, count: count)
        var registered = sites.map(\.store)
        // Causes go to stores far from one another in the list; a list of sites is a walk from city to city.
        var planted: [(FindingCode, [Int])] = []
        for start in stride(from: 0, to: count - 12, by: 12) {
            let kind = (start / 12) % 8
            let (a, b, c) = (start, start + 3, start + 6)
            switch kind {
            case 0:
                (fates[a], fates[b]) = (.elsewhere(b), .elsewhere(a))
                planted.append((.swapped, [a, b]))
            case 1:
                (fates[a], fates[b], fates[c]) = (.elsewhere(b), .elsewhere(c), .elsewhere(a))
                planted.append((.swapped, [a, b, c]))
            case 2:
                fates[a] = .elsewhere(b)
                planted.append((.misdelivered, [a, b]))
            case 3:
                registered[a] = try Self.flipped(sites[a], kind: start / 96)
                planted.append((.regionSuspect, [a]))
            case 4: planted.append((.misplaced, [a, b]))
            case 5: planted.append((.moved, [a, b]))
            case 6: planted.append((.cloned, [a, b]))
            default: planted.append((.foreign, [a]))
            }
        }
        scope = AuditScope(
            stores: registered, experiences: [Experience(url: prefix, card: card)], templates: [template])
        for (site, fate) in fates.enumerated() {
            for number in 0..<dice.number(6..<24) {
                let isCorrect = if case .fine = fate { registered[site] == sites[site].store } else { false }
                see(tag: number, of: site, fate: fate, chip: nil, isCorrect: isCorrect, errors, &dice)
            }
        }
        for (code, concerned) in planted { plant(code, concerned, errors, &dice) }
        sightings.shuffle(using: &dice)
    }

    /// Cities far apart, with stores some hundred metres from one another; one in twenty shares its mall with another.
    private static func sites(_ count: Int, _ dice: inout Dice) throws -> [Site] {
        var sites: [Site] = []
        var city = try Coordinate(latitude: 40, longitude: -100)
        for number in 0..<count {
            if number % 10 == 0 {
                city = try Coordinate(latitude: 65 * dice.uniform() - 5, longitude: 340 * dice.uniform() - 170)
            }
            var place = city.somewhere(within: 15_000, &dice)
            let radius = [50.0, 100, 100, 150, 250, 500][dice.number(0..<6)]
            if number % 20 == 11 { place = sites[number - 1].place.moved(by: 0.8 * radius, azimuth: 45) }
            let digits = String(100_000 + number).dropFirst()
            guard let id = StoreID("s\(digits)") else { continue }
            let store = Store(
                id: id, name: "Store \(digits)", region: try Region(centre: place, radius: radius))
            sites.append(Site(store: store, place: place, radius: radius))
        }
        return sites
    }

    private static func flipped(_ site: Site, kind: Int) throws -> Store {
        let (latitude, longitude) = (site.place.latitude, site.place.longitude)
        let centre =
            switch kind % 4 {
            case 0: try Coordinate(latitude: latitude, longitude: -longitude)
            case 1: try Coordinate(latitude: -latitude, longitude: longitude)
            case 2 where abs(longitude) <= 90: try Coordinate(latitude: longitude, longitude: latitude)
            default: try Coordinate(latitude: 0, longitude: 0)
            }
        return Store(
            id: site.store.id, name: site.store.name, region: try Region(centre: centre, radius: site.radius))
    }

    private func name(_ number: Int, _ site: Int) -> String { "\(sites[site].store.id)-\(number)" }

    private func url(_ tag: String, _ site: Int) -> String {
        "https://chain.example/store/\(sites[site].store.id)?tag=\(tag)"
    }

    /// Sees a tag one to six times, where its fate put it.
    private mutating func see(
        tag number: Int, of site: Int, fate: Fate, chip: String?, isCorrect: Bool, _ errors: FieldErrors,
        _ dice: inout Dice
    ) {
        let tag = name(number, site)
        seen[site, default: []].insert(tag)
        if isCorrect { correct.insert(tag) }
        // Of a tag whose only earlier fix is too vague nobody can say that it was inside: it is misplaced, not moved.
        let count = if case .moved = fate { dice.number(3..<7) } else { dice.number(1..<7) }
        var target = site
        if case .elsewhere(let other) = fate { target = other }
        let place = sites[target].place.somewhere(within: 0.9 * sites[target].radius, &dice)
        for visit in 0..<count { look(url(tag, site), place, Int64(visit), chip: chip, errors, &dice) }
        if case .moved(let other) = fate {
            let place = sites[other].place.somewhere(within: 0.5 * sites[other].radius, &dice)
            for visit in 10..<13 { look(url(tag, site), place, Int64(visit), chip: chip, errors, &dice) }
        }
    }

    /// One sighting, on the given day.
    private mutating func look(
        _ url: String, _ place: Coordinate, _ day: Int64, chip: String?, _ errors: FieldErrors, _ dice: inout Dice
    ) {
        let accuracy = FieldErrors.statedAccuracy(&dice)
        guard let error = try? PositionError(accuracy: accuracy) else { return }
        let time = 1_790_000_000_000 + day * 86_400_000 + Int64(dice.number(0..<80_000_000))
        sightings.append(
            Sighting(
                time: Timestamp(milliseconds: time), url: url, uid: chip.flatMap { ChipUID($0) },
                place: errors.measured(place, sigma: error.sigma, &dice), error: error,
                device: "phone-\(dice.number(0..<1_000_000))"))
    }

    private func neighbours(_ site: Int) -> Set<String> {
        Set(
            [site - 1, site + 1].filter { sites.indices.contains($0) }.filter { other in
                sites[site].place.distance(to: sites[other].place) < sites[site].radius + sites[other].radius
            }.map { sites[$0].store.id.text })
    }

    private mutating func plant(_ code: FindingCode, _ stores: [Int], _ errors: FieldErrors, _ dice: inout Dice) {
        let ids = Set(stores.map { sites[$0].store.id.text })
        let site = stores[0]
        switch code {
        case .swapped, .regionSuspect:
            causes.append(PlantedCause(code: code, stores: ids, tags: Set(stores.flatMap { seen[$0] ?? [] })))
        case .misdelivered:
            causes.append(PlantedCause(code: code, stores: ids, tags: seen[site] ?? []))
        case .misplaced:
            see(tag: 900, of: site, fate: .elsewhere(stores[1]), chip: nil, isCorrect: false, errors, &dice)
            causes.append(
                PlantedCause(code: code, stores: ids, tags: [name(900, site)], neighbours: neighbours(stores[1])))
        case .moved:
            see(tag: 901, of: site, fate: .moved(stores[1]), chip: nil, isCorrect: false, errors, &dice)
            causes.append(
                PlantedCause(code: code, stores: ids, tags: [name(901, site)], neighbours: neighbours(stores[1])))
        case .cloned:
            see(tag: 902, of: site, fate: .fine, chip: "04A1B2C3D4E580", isCorrect: false, errors, &dice)
            see(
                tag: 902, of: site, fate: .elsewhere(stores[1]), chip: "04A1B2C3D4E581", isCorrect: false, errors, &dice
            )
            causes.append(PlantedCause(code: code, stores: [], tags: [name(902, site)]))
        default:
            let content = "https://pay-\(sites[site].store.id).example/now"
            let place = sites[site].place.somewhere(within: 0.5 * sites[site].radius, &dice)
            for visit in 0..<2 { look(content, place, Int64(visit), chip: nil, errors, &dice) }
            causes.append(PlantedCause(code: code, stores: ids, tags: [content]))
        }
    }
}
