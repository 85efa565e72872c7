internal import Notices
package import Sites

/// What `waymark site check` has found, as outcomes of three parts: the host, Apple's copy, and the pages.
package struct SiteOutcomes: Sendable {
    /// Faults that say that no answer came: the host is silent, or this machine has no network.
    private static let silence: Set<SiteFault.Code> = [.hostNotFound, .unreachable, .timedOut]
    /// Faults beside which the others can be seen.
    private static let harmless: Set<SiteFault.Code> = [
        .appMissing, .linksMissing, .agentRefused, .familyFails, .familyDiffers, .contentType,
    ]
    private static let ofFamilies: Set<SiteFault.Code> = [.familyFails, .familyDiffers]
    private static let ofCopy: Set<SiteFault.Code> = [.copyMissing, .copyOutdated]
    /// How the report's words begin when Apple's copy could not be looked at.
    private static let copyWords = "Apple's copy"

    package let site: (part: WatchPart, outcome: PartOutcome)
    /// Nil where Apple's copies were not to be looked at.
    package let copy: (part: WatchPart, outcome: PartOutcome)?
    /// Why the host is taken for silent, or the network for missing; nil where it answered.
    package let silenceReason: String?

    /// `asksCopy`: whether Apple's copy was to be looked at.
    package init(_ report: SiteReport, asksCopy: Bool) throws {
        let (sitePart, copyPart) = (WatchPart(.site, report.host), WatchPart(.copy, report.host))
        let own = report.faults.filter { !Self.ofCopy.contains($0.code) }
        let copies = report.faults.filter { Self.ofCopy.contains($0.code) }
        let findings = try own.map { try Self.finding($0, sitePart) }
        let unseenCopy = report.notChecked.first { $0.hasPrefix(Self.copyWords) }
        let missed = report.notChecked.filter { !$0.hasPrefix(Self.copyWords) }
        // Apple's server answered: this machine has a network, so a silent host is silent.
        let hasNetwork = asksCopy && unseenCopy == nil
        let isBlind = report.apps.isEmpty && own.contains { !Self.harmless.contains($0.code) }
        silenceReason = own.first { Self.silence.contains($0.code) }?.why
        if let silenceReason, !hasNetwork {
            site = (sitePart, .notChecked(why: silenceReason))
        } else if isBlind {
            let unseen = Set(Self.harmless.map(\.rawValue))
            site = (sitePart, .partly(findings, unseen: unseen, why: own.first?.why ?? ""))
        } else if let why = missed.first {
            let unseen = missed.flatMap { words -> [SiteFault.Code] in
                words.hasPrefix(SiteReport.agentWords) ? [.agentRefused] : Array(Self.ofFamilies)
            }
            site = (sitePart, .partly(findings, unseen: Set(unseen.map(\.rawValue)), why: why))
        } else {
            site = (sitePart, .checked(findings))
        }
        guard asksCopy else {
            copy = nil
            return
        }
        let copyFindings = try copies.map { try Self.finding($0, copyPart) }
        if let why = unseenCopy {
            copy = (copyPart, .notChecked(why: why))
        } else if isBlind || silenceReason != nil {
            let unseen: Set = [SiteFault.Code.copyOutdated.rawValue]
            copy = (copyPart, .partly(copyFindings, unseen: unseen, why: "there is nothing to compare it with"))
        } else {
            copy = (copyPart, .checked(copyFindings))
        }
    }

    /// A host has each fault once, whatever its words are today.
    private static func finding(_ fault: SiteFault, _ part: WatchPart) throws -> WatchFinding {
        try WatchFinding(
            fault.code.rawValue, fault.severity == .critical ? .critical : .warning, in: part, key: "",
            message: "\(fault.message): \(fault.why)", next: fault.next)
    }
}

extension PartOutcome {
    /// What is wrong with the pages of a host: one finding for all pages with the same fault. With a page that was not asked for,
    /// nothing is gone.
    package init(pages reports: [PageReport], in part: WatchPart) throws {
        var order: [String] = []
        var groups: [String: (fault: PageFault, pages: [String])] = [:]
        for report in reports {
            for fault in report.faults where fault.code != .notAsked {
                let key = fault.code.rawValue + "\n" + fault.message
                if groups[key] == nil { order.append(key) }
                groups[key, default: (fault, [])].pages.append(report.url)
            }
        }
        let findings = try order.compactMap { key in
            try groups[key].map { fault, pages in
                let more = pages.count > 1 ? " and \(pages.count - 1) more" : ""
                return try WatchFinding(
                    fault.code.rawValue, Self.severity(fault.code), in: part, key: fault.message,
                    message: "\(pages[0])\(more): \(fault.message)", next: fault.next)
            }
        }
        let missing = reports.filter { $0.faults.contains { $0.code == .notAsked } }.count
        self =
            missing == 0
            ? .checked(findings)
            : .partly(findings, unseen: nil, why: "\(missing) of \(reports.count) pages were not asked for")
    }

    private static func severity(_ code: PageFault.Code) -> NoticeSeverity {
        switch code {
        case .noPicture, .noBanner: .notice
        case .status, .redirectLoop, .tooManyRedirects, .badRedirect: .critical
        default: .warning
        }
    }
}
