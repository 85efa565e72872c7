/// What a person has agreed to, where a plan is made anew while it is carried out.
extension ConnectPlan {
    /// This plan without what takes something away that `confirmed` does not take away: others may have made it since.
    /// That is found instead.
    package func limited(to confirmed: ConnectPlan) -> ConnectPlan {
        let agreed = Agreed(confirmed)
        var (steps, findings): ([Step], [Finding]) = ([], self.findings)
        for step in self.steps {
            let (rest, found) = agreed.limit(step)
            if let rest { steps.append(rest) }
            findings += found
        }
        return ConnectPlan(steps: steps, unchanged: unchanged, findings: findings, notes: notes)
    }

    private init(steps: [Step], unchanged: Int, findings: [Finding], notes: [String]) {
        self.steps = steps
        self.unchanged = unchanged
        self.findings = findings
        self.notes = notes
    }
}

/// What a confirmed plan takes away, by what App Store Connect calls it.
private struct Agreed {
    /// Experiences that are deactivated, invocations and texts of the default card that are deleted.
    private var identifiers: Set<String> = []
    /// Texts that experiences lose, by the experience's identifier.
    private var texts: [String: Set<String>] = [:]
    /// A card that is copied from another one's brings texts along, which are taken out again.
    private var copiesCard = false

    init(_ plan: ConnectPlan) {
        for step in plan.steps {
            switch step {
            case .deactivate(let id, _), .deleteInvocation(let id, _): identifiers.insert(id)
            case .update(let id, _, let changes): texts[id, default: []].formUnion(changes.removed)
            case .updateDefault(let registered, let wanted, _, _):
                identifiers.formUnion(registered.texts.filter { wanted.texts[$0.key] == nil }.map(\.value.id))
            case .createDefault: copiesCard = true
            case .create, .createInvocation: break
            }
        }
    }

    /// What may be done of a step, and what is found in place of the rest.
    func limit(_ step: ConnectPlan.Step) -> (rest: ConnectPlan.Step?, found: [ConnectPlan.Finding]) {
        switch step {
        case .create, .createInvocation, .createDefault: return (step, [])
        case .deactivate(let id, let url):
            if identifiers.contains(id) { return (step, []) }
            return (nil, [.late(url, "the experience \(id) is served", id: id)])
        case .deleteInvocation(let id, let url):
            if identifiers.contains(id) { return (step, []) }
            return (nil, [.late(url, "the invocation \(id) is there", id: id)])
        case .update(let id, let wanted, let changes):
            let others = changes.removed.subtracting(texts[id] ?? []).sorted()
            if others.isEmpty { return (step, []) }
            return (nil, [.late(wanted.link, "the experience \(id) has \(others.joined(separator: ", "))", id: id)])
        case .updateDefault(var registered, let wanted, let version, _):
            let others = registered.texts.filter { wanted.texts[$0.key] == nil && !identifiers.contains($0.value.id) }
            if others.isEmpty || copiesCard { return (step, []) }
            for locale in others.keys { registered.texts[locale] = nil }
            let locales = others.keys.sorted().joined(separator: ", ")
            let found = ConnectPlan.Finding.late(step.url, "it has texts in \(locales)", id: registered.id)
            let rest = registered.changes(to: wanted)
            return rest.isEmpty
                ? (nil, [found]) : (.updateDefault(registered, wanted, version: version, rest), [found])
        }
    }
}

extension [Change] {
    /// The parts that are taken out: only texts are.
    fileprivate var removed: Set<String> { Set(filter { $0.to == nil }.map(\.part)) }
}

extension ConnectPlan.Finding {
    /// `what` is there, and nothing was said of it when the plan was confirmed.
    fileprivate static func late(_ url: String, _ what: String, id: String) -> Self {
        Self(
            kind: .foreign, url: url,
            text: "\(what); it came after the plan was confirmed, and the deployment does not name it",
            next: "look at waymark appstore plan, and run the command again where it is to go", id: id)
    }
}
