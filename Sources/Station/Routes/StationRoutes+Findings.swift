internal import API
internal import Audit
internal import HTTPServer
internal import Registry

extension StationRoutes {
    private static let number = Parameter<Int>.path("number", "the finding's number")
    private static let states = Parameter<Set<KeptFinding.State>>.choices(
        "state", usual: [.new, .stillThere, .accepted], "those in these states (default: all but resolved)")
    private static let code = Parameter<FindingCode?>.choice("code", "those of this kind")
    private static let severity = Parameter<Severity?>.choice("severity", "those that are this bad")
    private static let store = Parameter<StoreID?>.name("store", "those of this store")

    var findings: [Endpoint] {
        [
            .get(
                "/v1/findings", .read, Endpoint.Title("Findings", "Lists the findings and their lives"),
                Paging.parameters + [Self.states, Self.code, Self.severity, Self.store], problems: Paging.problems
            ) { [station] call in
                let filter = FindingFilter(
                    states: call[Self.states], code: call[Self.code]?.rawValue,
                    severity: call[Self.severity]?.rawValue, store: call[Self.store]?.text)
                let (findings, next) = try await Paging.page(call, { (finding: KeptFinding) in "\(finding.number)" }) {
                    try await station.catalogue.findings(filter, $0)
                }
                return FindingList(findings, next: next)
            },
            .get(
                "/v1/findings/{number}", .read, Endpoint.Title("Findings", "Shows a finding"), [Self.number],
                problems: [404: ["unknown-finding"]],
                run: { [station] call in FindingDetail(try await station.finding(call[Self.number])) }),
            .change(
                .post, "/v1/findings/{number}/accept", .provision,
                Endpoint.Title("Findings", "Says that a finding is to stay as it is, and why"), [Self.number],
                taking: AcceptRequest.self, edits: "/v1/findings/{number}",
                problems: [404: ["unknown-finding"], 409: ["contradiction"], 422: ["bad-reason"]]
            ) { [station] call, wanted in
                FindingDetail(try await station.accept(call[Self.number], wanted, by: call.author))
            },
        ]
    }
}
