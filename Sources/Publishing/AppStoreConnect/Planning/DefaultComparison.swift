/// Compares the default card of the version that is in preparation; where none is, of the one on its way, else of the
/// released one.
struct DefaultComparison {
    private(set) var steps: [ConnectPlan.Step] = []
    private(set) var findings: [ConnectPlan.Finding] = []
    private(set) var notes: [String] = []
    private(set) var unchanged = 0

    init(_ registered: RegisteredDefaults, _ wanted: WantedDefault) {
        guard let target = RegisteredDefaults.target(in: registered.versions, named: wanted.version) else {
            let what = wanted.version.map { "the version \($0)" } ?? "a version"
            find(
                .version, "App Store Connect has not \(what) for iOS, and a default card goes out with a version",
                next: "make it in App Store Connect, then run the command again")
            return
        }
        let released = RegisteredDefaults.released(in: registered.versions)
        look(at: target, released: released)
        let own = registered.experience(of: target)
        let changes = own?.changes(to: wanted) ?? []
        if own != nil, changes.isEmpty {
            unchanged = 1
        } else if !target.isEditable {
            let parts = own == nil ? "there is none" : changes.map(\.part).joined(separator: ", ") + " differ"
            let card =
                "the default card of version \(target.name) is not as wanted (\(parts)), and it cannot be changed"
            if target.isInFlight {
                find(
                    .locked, "\(card) as long as the version is \(target.state)",
                    next: "remove it from review in App Store Connect, or wait for its release and make a new version; "
                        + "then run the command again")
            } else {
                find(
                    .locked, "\(card) any more: the version is \(target.state)",
                    next: "make a new version in App Store Connect, then run the command again")
            }
        } else if let own {
            steps.append(.updateDefault(own, wanted, version: target.name, changes))
        } else {
            steps.append(
                .createDefault(
                    wanted, version: target, template: released.flatMap { registered.experience(of: $0)?.id }))
        }
    }

    private mutating func look(at target: RegisteredVersion, released: RegisteredVersion?) {
        switch target.state {
        case .known(.rejected), .known(.metadataRejected), .known(.invalidBinary):
            find(
                .version, "version \(target.name) was turned down (\(target.state))",
                next: "look at the message of App Review in App Store Connect")
        case .other(let word):
            find(
                .version, "the state \(word) of version \(target.name) is not known to this version of Waymark",
                next: "look at it in App Store Connect, and for a newer Waymark")
        default: break
        }
        guard !target.isReleased else { return }
        let now =
            released.map { "until then phones show that of version \($0.name)" }
            ?? "no version is released: until then phones outside TestFlight show no card"
        notes.append("the default card of version \(target.name) (\(target.state)) comes with its release; \(now)")
    }

    private mutating func find(_ kind: ConnectPlan.Finding.Kind, _ text: String, next: String) {
        findings.append(.init(kind: kind, url: ConnectPlan.defaultCard, text: text, next: next))
    }
}
