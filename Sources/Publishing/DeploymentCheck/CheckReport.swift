internal import AppClips
package import CSV
internal import Registry

/// The outcome of a check.
package struct CheckReport: Sendable, Codable, Equatable {
    /// What a registered URL itself opens: Maps and Siri launch with it.
    package struct Resolution: Sendable, Codable, Equatable {
        package let url: String
        package let status: String
        /// The experience that wins when exactly this URL is scanned; nil when none certainly does.
        package let opens: String?
        package let why: String
        /// The store that App Clip and app find in it; nil when it names none.
        package let store: String?
        /// How many tags open it.
        package let tags: Int
    }

    package let schema: Int
    package let stores: Int
    package let experiences: Int
    package let tags: Int
    /// What could not be checked, in words.
    package let notChecked: [String]
    package let registered: [Resolution]
    package let findings: [CheckFinding]

    /// Applies every rule.
    package init(_ subject: CheckSubject) {
        let context = CheckContext(subject)
        schema = 1
        stores = subject.stores.count
        experiences = subject.experiences.count
        tags = context.tags.count
        var unseen: [String] = []
        if subject.pictures == nil { unseen.append("pictures: they are files of the deployment's folder") }
        if subject.associations == nil {
            unseen.append("site associations: no site folder was named (waymark site export makes one)")
        }
        notChecked = unseen
        registered = Self.resolutions(context)
        findings = Self.sorted(CheckRule.all.flatMap { $0.findings(context) })
    }

    /// A deployment whose files are refused: each bad row is a finding, and nothing else could be looked at.
    package init(refused problems: [FileProblem]) {
        schema = 1
        stores = 0
        experiences = 0
        tags = 0
        notChecked = ["everything else: correct the files first"]
        registered = []
        findings = Self.sorted(
            problems.map { problem in
                let code: RuleCode =
                    switch problem.column {
                    case "title": .cardTitle
                    case "subtitle": .cardSubtitle
                    default: .badRow
                    }
                return CheckFinding(
                    code: code, severity: .critical, message: problem.description, next: "correct the row",
                    experiences: [], tags: [], stores: [])
            })
    }

    private static func resolutions(_ context: CheckContext) -> [Resolution] {
        var counts: [InvocationURL: Int] = [:]
        for view in context.tags {
            if case .registered(let winner) = view.status { counts[winner.url, default: 0] += 1 }
        }
        return context.subject.experiences.map { experience in
            let match = context.finder.experiences.index.match(experience.url)
            var opens: String?
            if case .match(let winner, _) = match { opens = winner.text }
            var store: String?
            if case .match(let id, _) = context.finder.store(of: experience.url) { store = id.text }
            return Resolution(
                url: experience.url.text, status: experience.status.rawValue, opens: opens,
                why: MatchExplanation(match, of: experience.url).why, store: store, tags: counts[experience.url] ?? 0)
        }
    }

    private static func sorted(_ findings: [CheckFinding]) -> [CheckFinding] {
        let severities = CheckSeverity.allCases
        let codes = RuleCode.allCases
        func rank(_ finding: CheckFinding) -> (Int, Int, String) {
            (
                severities.firstIndex(of: finding.severity) ?? 0, codes.firstIndex(of: finding.code) ?? 0,
                finding.message
            )
        }
        return findings.sorted { rank($0) < rank($1) }
    }
}
