internal import API
internal import Audit
internal import HTTPServer
internal import Registry

extension StationRoutes {
    static let findingNumber = RequestParameter<Int>.path("number", "the finding's number")
    private static let states = RequestParameter<Set<KeptFinding.State>>.choices(
        "state", default: [.new, .stillThere, .accepted], "those in these states (default: all but resolved)")
    private static let code = RequestParameter<FindingCode?>.choice("code", "those of this kind")
    private static let severity = RequestParameter<Severity?>.choice("severity", "those that are this bad")
    private static let store = RequestParameter<StoreName?>.name("store", "those of this store")
    private static let deployment = RequestParameter<DeploymentName?>.name(
        "deployment", "those of stores of this deployment")

    var findings: [Endpoint] {
        [
            .get(
                "/v1/findings", for: .read, Endpoint.Title("Findings", "Lists the findings and their lives"),
                reading: Paging.parameters + [Self.states, Self.code, Self.severity, Self.store, Self.deployment],
                problems: Paging.problems
            ) { [station] call in
                let filter = FindingFilter(
                    states: call[Self.states], code: call[Self.code]?.rawValue,
                    severity: call[Self.severity]?.rawValue, store: call[Self.store]?.text,
                    deployment: call[Self.deployment])
                let (findings, next) = try await Paging.page(call, { (finding: KeptFinding) in "\(finding.number)" }) {
                    try await station.queries.findings(filter, $0)
                }
                return FindingList(findings, next: next)
            },
            .get(
                "/v1/findings/{number}", for: .read, Endpoint.Title("Findings", "Shows a finding"),
                reading: [Self.findingNumber],
                problems: [.registry(.unknownFinding)],
                run: { [station] call in FindingDetail(try await station.finding(call[Self.findingNumber])) }),
            .change(
                .post, at: "/v1/findings/{number}/accept", for: .provision,
                Endpoint.Title("Findings", "Says that a finding is to stay as it is, and why"),
                reading: [Self.findingNumber], taking: AcceptRequest.self, edits: .finding,
                problems: [.registry(.unknownFinding), .registry(.contradiction), .registry(.badReason)]
            ) { [station] call, wanted in
                FindingDetail(
                    try await station.accept(
                        call[Self.findingNumber], wanted, expecting: call.seen, by: call.author))
            },
        ] + repairs
    }
}
