package import DeploymentCheck
internal import Notices

extension PartOutcome {
    /// Codes of rules that need the pictures, or the site associations.
    private static let ofPictures: Set<RuleCode> = [.imageMissing, .imageUnreadable, .imageSize, .imageTransparent]
    private static let ofAssociations: Set<RuleCode> = [.associationMissing, .associationApp, .linksMissing]

    /// What `waymark check` has found. A finding is the same where rule and words are: the tags that it names may be others.
    package init(_ report: CheckReport, of subject: CheckSubject, in part: WatchPart) throws {
        let findings = try Self.findings(report, part)
        var unseen: Set<RuleCode> = []
        if subject.pictures == nil { unseen.formUnion(Self.ofPictures) }
        if subject.associations == nil { unseen.formUnion(Self.ofAssociations) }
        self =
            unseen.isEmpty
            ? .checked(findings)
            : .partly(
                findings, unseen: Set(unseen.map(\.rawValue)), why: "its pictures or its site folder are not there")
    }

    /// The bad rows of files that were not taken.
    package init(refused report: CheckReport, in part: WatchPart) throws {
        self = .checked(try Self.findings(report, part))
    }

    private static func findings(_ report: CheckReport, _ part: WatchPart) throws -> [WatchFinding] {
        try report.findings.map { finding in
            try WatchFinding(
                finding.code.rawValue, finding.severity.asNotice, in: part, key: finding.message,
                message: finding.message + told(finding), next: finding.next)
        }
    }

    /// What it touches, in words.
    private static func told(_ finding: CheckFinding) -> String {
        let names = finding.tags.isEmpty ? finding.experiences : finding.tags
        guard let first = names.first else { return "" }
        return names.count == 1 ? " (\(first))" : " (\(first) and \(names.count - 1) more)"
    }
}

extension CheckSeverity {
    fileprivate var asNotice: NoticeSeverity {
        switch self {
        case .critical: .critical
        case .warning: .warning
        case .notice: .notice
        }
    }
}
