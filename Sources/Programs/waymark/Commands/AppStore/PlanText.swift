import AppStoreConnect

/// A plan as a person reads it.
enum PlanText {
    static func show(_ plan: ConnectPlan, asResult: Bool = true) {
        let show: (String) -> Void = { asResult ? Terminal.result($0) : Terminal.note($0) }
        if !plan.steps.isEmpty {
            var table = Table(["STEP", "URL", "WHAT"])
            for row in rows(of: plan) { table.append(row) }
            show(table.text + "\n")
        }
        for finding in plan.findings { show(text(of: finding) + "\n") }
        for note in plan.notes { show("note: \(note)\n") }
        show(
            "\(count(plan.steps.count, "step")), \(plan.unchanged) as wanted, "
                + count(plan.findings.count, "finding"))
    }

    /// The steps as a person reads them: what is agreed to.
    static func rows(of plan: ConnectPlan) -> [[String]] { plan.steps.map { [$0.verb, $0.url, what($0)] } }

    /// A finding as a person reads it.
    static func text(of finding: ConnectPlan.Finding) -> String {
        "! \(finding.url): \(finding.text)\n  next: \(finding.next)"
    }

    private static func what(_ step: ConnectPlan.Step) -> String {
        switch step {
        case .create(let wanted, let successorOf):
            let card = wanted.attributes.defaultLanguage.flatMap { wanted.localizations[$0]?.title } ?? ""
            return successorOf.map {
                "\(card) (a URL cannot be changed: this is a new experience beside \($0))"
            } ?? card
        case .update(_, _, let changes): return changes.map(text).joined(separator: "; ")
        case .deactivate(let id, _): return "\(id) (phones may open it for days)"
        case .deleteInvocation(let id, _): return id
        case .createInvocation(let wanted): return wanted.title
        case .createDefault(let wanted, let version, let template):
            let locales = wanted.texts.keys.sorted().joined(separator: ", ")
            return "of version \(version.name): \(locales)"
                + (template == nil ? "" : ", from that of the released version")
        case .updateDefault(_, _, let version, let changes):
            return "of version \(version): " + changes.map(text).joined(separator: "; ")
        }
    }

    private static func text(_ change: Change) -> String {
        "\(change.part): \(change.from ?? "nothing") -> \(change.to ?? "nothing")"
    }
}

/// What `appstore plan --json` prints.
struct PlanAnswer: Encodable {
    struct Step: Encodable {
        let step: String
        let url: String
        let id: String?
        let successorOf: String?
        let changes: [Change]

        init(_ step: ConnectPlan.Step) {
            self.step = step.verb
            url = step.url
            id = step.identifier
            switch step {
            case .create(_, let other): (successorOf, changes) = (other, [])
            case .update(_, _, let changes), .updateDefault(_, _, _, let changes):
                (successorOf, self.changes) = (nil, changes)
            case .deactivate, .deleteInvocation, .createInvocation, .createDefault: (successorOf, changes) = (nil, [])
            }
        }
    }

    let schema = 1
    let clip: String
    let steps: [Step]
    let unchanged: Int
    let findings: [ConnectPlan.Finding]
    let notes: [String]

    init(_ plan: ConnectPlan, clip: String) {
        self.clip = clip
        steps = plan.steps.map { Step($0) }
        unchanged = plan.unchanged
        findings = plan.findings
        notes = plan.notes
    }
}
