/// One thing that a watch looks at, and that can fail to be looked at on its own.
package struct WatchPart: Sendable, Hashable, Codable, CustomStringConvertible {
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// Whether a deployment's files are taken.
        case files
        /// The rules of `waymark check`.
        case check
        /// What a host answers itself.
        case site
        /// Apple's copy of a host's site association.
        case copy
        /// The pages that tags name on a host.
        case pages
        /// The plan for App Store Connect.
        case appStore = "appstore"
        /// What audits have found.
        case findings
        case batches
        case readers
        /// The station's own states, and its journal.
        case states
        case backups
    }

    package let kind: Kind
    /// A deployment, a host, or a station.
    package let name: String

    package init(_ kind: Kind, _ name: String) {
        self.kind = kind
        self.name = name
    }

    package var description: String { "\(kind.rawValue) \(name)" }
}
