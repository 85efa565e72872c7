internal import Registry

extension Finding {
    /// What makes this the same finding in the next audit: its kind, its stores, and what distinguishes it from others
    /// of its kind there. Its tags do not, except for a copy: some of them may be put right and the rest not.
    public var identity: String {
        let mark: [String] =
            switch code {
            case .foreign: [origin]
            case .cloned, .retired: Array(tags.prefix(1))
            case .replaced: evidence.chips ?? []
            case .outdated: evidence.batches ?? []
            case .missing: evidence.batches ?? []
            case .unregistered: [origin, evidence.reason ?? ""]
            case .ambiguous: [evidence.registered?.first ?? "", evidence.reason ?? ""]
            case .stale: [evidence.registered?.first ?? evidence.reason ?? FoundFinding.ageMark]
            case .inconsistent: [severity.rawValue]
            case .swapped, .misdelivered, .moved, .misplaced, .wrongContent, .regionSuspect, .customerRefused,
                .unknownTag, .unprotected:
                []
            }
        return ([code.rawValue] + storeIDs.map(\.key) + ["|"] + mark).joined(separator: " ")
    }

    /// Scheme and host of the first content.
    private var origin: String { SeenContent.origin(of: evidence.contents?.first ?? "") }
}
