package import AppStoreConnect
internal import Notices

extension PartOutcome {
    /// What `waymark appstore plan` would do or point out: that App Store Connect is not as the deployment says.
    package init(_ plan: ConnectPlan, in part: WatchPart) throws {
        let steps = try plan.steps.map { step in
            try WatchFinding(
                "appstore-\(step.verb)", Self.severity(of: step), in: part, key: step.url,
                message: "App Store Connect differs from the deployment: \(step.verb) \(step.url)",
                next: "look: waymark appstore plan; then waymark appstore apply")
        }
        let findings = try plan.findings.map { finding in
            try WatchFinding(
                "appstore-\(finding.kind.rawValue)", .warning, in: part, key: finding.url,
                message: "\(finding.url): \(finding.text)", next: finding.next)
        }
        self = .checked(steps + findings)
    }

    /// An experience that is not registered or has gone: its tags open nothing.
    private static func severity(of step: ConnectPlan.Step) -> NoticeSeverity {
        if case .create = step { return .critical }
        return .warning
    }
}
