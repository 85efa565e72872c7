/// Compares experiences one by one, by their URLs.
struct Comparison {
    private let registered: [RegisteredExperience]
    private let wanted: [WantedExperience]
    private let deactivatingOthers: Bool
    private(set) var creations: [ConnectPlan.Step] = []
    private(set) var updates: [ConnectPlan.Step] = []
    private(set) var deactivations: [ConnectPlan.Step] = []
    private(set) var findings: [ConnectPlan.Finding] = []
    private(set) var unchanged = 0

    init(_ registered: [RegisteredExperience], _ wanted: [WantedExperience], deactivatingOthers: Bool) {
        self.registered = registered
        self.wanted = wanted
        self.deactivatingOthers = deactivatingOthers
    }

    mutating func compare() {
        let byLink = Dictionary(grouping: registered) { $0.attributes.link ?? "" }
        let links = Set(wanted.map(\.link))
        let foreign = registered.filter { $0.isActive && !links.contains($0.attributes.link ?? "") }
            .sorted { ($0.attributes.link ?? "", $0.id) < ($1.attributes.link ?? "", $1.id) }
        for experience in wanted {
            compare(experience, with: byLink[experience.link] ?? [], foreign: foreign)
        }
        for experience in foreign { leaveOrDeactivate(experience) }
    }

    private mutating func compare(
        _ wanted: WantedExperience, with registered: [RegisteredExperience], foreign: [RegisteredExperience]
    ) {
        // The oldest served one is the one to keep: the same in every run.
        let sorted = registered.sorted {
            ($0.isActive ? 0 : 1, $0.id.count, $0.id) < ($1.isActive ? 0 : 1, $1.id.count, $1.id)
        }
        guard wanted.isActive else {
            let served = sorted.filter(\.isActive)
            deactivations += served.map { .deactivate(id: $0.id, link: wanted.link) }
            if served.isEmpty { unchanged += 1 }
            return
        }
        guard let own = sorted.first else {
            let sameCard = foreign.filter { $0.localizations == wanted.localizations }
            creations.append(
                .create(wanted, successorOf: sameCard.count == 1 ? sameCard.first?.attributes.link : nil))
            return
        }
        let changes = own.changes(to: wanted)
        if changes.isEmpty {
            unchanged += 1
        } else {
            updates.append(.update(id: own.id, own.update(to: wanted), changes))
        }
        look(at: own, others: sorted.dropFirst().filter(\.isActive))
    }

    private mutating func look(at own: RegisteredExperience, others: [RegisteredExperience]) {
        let link = own.attributes.link ?? ""
        if own.isActive, !others.isEmpty {
            let ids = others.map(\.id).joined(separator: ", ")
            findings.append(
                .init(
                    kind: .duplicate, url: link,
                    text: "\(others.count + 1) served experiences have this URL; \(own.id) is kept in step",
                    next: "deactivate in App Store Connect: \(ids)"))
        }
        if own.attributes.placeStatus == "NO_MATCH" {
            findings.append(
                .init(
                    kind: .noPlace, url: link, text: "Maps has found no business at the place that is given",
                    next: "correct the store's name, address and place-latitude, place-longitude"))
        }
        switch own.attributes.status {
        case .known(.transferInProgress):
            findings.append(
                .init(
                    kind: .status, url: link, text: "its app is on the way to another owner",
                    next: "run the command again when the transfer is over"))
        case .other(let word):
            findings.append(
                .init(
                    kind: .status, url: link, text: "its status \(word) is not known to this version",
                    next: "look at it in App Store Connect, and for a newer Waymark"))
        default: break
        }
    }

    private mutating func leaveOrDeactivate(_ experience: RegisteredExperience) {
        let link = experience.attributes.link ?? ""
        if deactivatingOthers {
            deactivations.append(.deactivate(id: experience.id, link: link))
        } else {
            findings.append(
                .init(
                    kind: .foreign, url: link,
                    text: "it is served, and the deployment does not name it",
                    next: "retire it in experiences.csv (status,retired), or let all such go: --deactivate-others",
                    id: experience.id))
        }
    }
}
