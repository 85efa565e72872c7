package import AppStoreConnect
internal import Notices

extension PartOutcome {
    /// What `waymark appstore plan` would do or point out: that App Store Connect is not as the deployment says.
    package init(_ plan: ConnectPlan, in part: WatchPart) throws {
        let steps = try plan.steps.map { step in
            let subject = Self.subject(of: step)
            let named = subject.map { " (\($0))" } ?? ""
            return try WatchFinding(
                "appstore-\(step.verb)", Self.severity(of: step), in: part, key: Self.key(step.url, subject),
                formerKey: step.url,
                message: "App Store Connect differs from the deployment: \(step.verb) \(step.url)\(named)",
                next: "look: waymark appstore plan; then waymark appstore apply")
        }
        let findings = try plan.findings.map { finding in
            let named = finding.id.map { finding.text.contains($0) ? "" : " (\($0))" } ?? ""
            return try WatchFinding(
                "appstore-\(finding.kind.rawValue)", .warning, in: part, key: Self.key(finding.url, finding.id),
                formerKey: finding.url, message: "\(finding.url): \(finding.text)\(named)", next: finding.next)
        }
        self = .checked(steps + findings)
    }

    /// Which one of several with one URL. A deployment has one default card, whatever its version is.
    private static func subject(of step: ConnectPlan.Step) -> String? {
        switch step {
        case .create, .createDefault, .updateDefault: nil
        case .createInvocation(let wanted): wanted.locale
        case .update, .deactivate, .deleteInvocation: step.identifier
        }
    }

    private static func key(_ url: String, _ subject: String?) -> String {
        subject.map { "\(url)\n\($0)" } ?? url
    }

    /// An experience that is not registered or has gone: its tags open nothing.
    private static func severity(of step: ConnectPlan.Step) -> NoticeSeverity {
        if case .create = step { return .critical }
        return .warning
    }
}
