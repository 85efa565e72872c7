import AppClips
import AppStoreConnect
import ArgumentParsing

/// The domains of a build as Apple's servers see them, beside the experiences that need them.
struct DomainReport {
    /// What `appstore status --json` prints.
    private struct Answer: Encodable {
        struct Row: Encodable {
            let domain: String
            let experiences: Int
            let cached: DomainStatus.Domain?
            let live: DomainStatus.Domain?
            let complaint: String?
        }

        let schema = 1
        let domains: [Row]
        let steps: Int
        let unchanged: Int
        let findings: [ConnectPlan.Finding]
        let notes: [String]
    }

    private let rows: [Answer.Row]
    private let plan: ConnectPlan

    init(cached: DomainStatus, live: DomainStatus, registered: RegisteredState, plan: ConnectPlan) {
        self.plan = plan
        let hosts = registered.experiences.filter(\.isActive).compactMap { $0.attributes.link }
            .compactMap { try? InvocationURL($0).host.lowercased() }
        let served = Dictionary(hosts.map { ($0, 1) }, uniquingKeysWith: +)
        let (cachedRows, liveRows) = (Self.byName(cached), Self.byName(live))
        let names = Set(served.keys).union(cachedRows.keys).union(liveRows.keys).sorted()
        rows = names.map { name in
            Answer.Row(
                domain: name, experiences: served[name] ?? 0, cached: cachedRows[name], live: liveRows[name],
                complaint: Self.complaint(served[name] ?? 0, cachedRows[name], live: liveRows[name]))
        }
    }

    private static func byName(_ status: DomainStatus) -> [String: DomainStatus.Domain] {
        let named = (status.domains ?? []).compactMap { domain in
            domain.domain.map { (String($0.drop { !$0.isLetter && !$0.isNumber }).lowercased(), domain) }
        }
        return Dictionary(named) { first, _ in first }
    }

    private static func complaint(
        _ experiences: Int, _ cached: DomainStatus.Domain?, live: DomainStatus.Domain?
    ) -> String? {
        guard let cached else {
            return experiences > 0
                ? "experiences need it, and the build does not name it: add appclips:HOST to its entitlements" : nil
        }
        if cached.isValid == true {
            return live?.isValid == false
                ? "phones still get a good file, and the site has a bad one now: \(live?.errorCode ?? "no reason given")"
                : nil
        }
        return live?.isValid == true
            ? "the site is good now; Apple's servers fetch it again within a day"
            : "no good association file: \(cached.errorCode ?? "no reason given")"
    }

    func show(asJSON: Bool) throws -> ArgumentParsing.ExitStatus {
        if asJSON {
            Terminal.result(
                try JSONText.document(
                    Answer(
                        domains: rows, steps: plan.steps.count, unchanged: plan.unchanged, findings: plan.findings,
                        notes: plan.notes)))
        } else {
            var table = Table(["DOMAIN", "EXPERIENCES", "CACHED", "LIVE", "SINCE"])
            for row in rows {
                table.append([
                    row.domain, "\(row.experiences)", Self.word(row.cached), Self.word(row.live),
                    row.cached?.lastUpdatedDate ?? "",
                ])
            }
            Terminal.result(table.text + "\n")
            for row in rows { if let complaint = row.complaint { Terminal.result("! \(row.domain): \(complaint)") } }
            for note in plan.notes { Terminal.result("note: \(note)") }
            for finding in plan.findings { Terminal.result(PlanText.text(of: finding)) }
            Terminal.result(
                plan.steps.isEmpty
                    ? "experiences: \(plan.unchanged) as wanted"
                    : "experiences: \(count(plan.steps.count, "step")) to do; waymark appstore plan lists them")
        }
        let isGood = plan.steps.isEmpty && plan.findings.isEmpty && rows.allSatisfy { $0.complaint == nil }
        return isGood ? .done : .findings
    }

    private static func word(_ domain: DomainStatus.Domain?) -> String {
        guard let domain else { return "absent" }
        return domain.isValid == true ? "good" : domain.errorCode ?? "bad"
    }
}
