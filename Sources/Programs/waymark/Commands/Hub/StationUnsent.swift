import API
import Registry
import Upstream

/// How much of a station's journal its hub lacks. The hub alone knows it: known here is what it said at the last
/// contact, and its answer to what was sent since then may have been lost on its way.
struct StationUnsent: Encodable {
    enum State: String, Encodable {
        /// The hub has said that it has all.
        case nothing = "none"
        /// ``atMost`` entries, by its last answer.
        case some
        /// Not known before the hub answers.
        case unknown
        /// Not known then either: the registry was restored from a backup, and sends nothing any more.
        case withheld
    }

    let state: State
    /// Entries; nil where that is not known.
    let atMost: Int64?

    static let withheldText =
        "The registry was restored from a backup: it sends the hub nothing more, and how much of the journal the hub "
        + "lacks is not known. Join again with a new secret: waymark station join URL --yes"

    private init(_ state: State, atMost: Int64? = nil) {
        self.state = state
        self.atMost = atMost
    }

    /// Nil at a station that was never under a hub. `log`: what is kept of its chain; nil where that is hidden as well.
    static func read(
        _ status: HubStatus, _ log: KeptLog?, from daemon: WaymarkClient
    ) async throws -> StationUnsent? {
        guard status.membership != nil else { return nil }
        guard status.isParted else {
            // Another entry of the same number: the registry is a copy, or was set back.
            if let head = log?.head, let newest = status.newest, head.sequence == newest.sequence, head != newest {
                return StationUnsent(.unknown)
            }
            return StationUnsent(upTo: status.newest?.sequence ?? 0, after: log, isOver: false)
        }
        if log?.departure != nil { return StationUnsent(.nothing, atMost: 0) }
        guard let left = try await departure(daemon) else { return StationUnsent(.withheld) }
        return StationUnsent(upTo: left, after: log, isOver: true)
    }

    /// Of a chain that is over ``KeptLog/departure`` alone says that the hub has all.
    private init(upTo end: Int64, after log: KeptLog?, isOver: Bool) {
        // A hub that has another past than before may lack anything.
        guard let log, log.verified != nil, log.refusal == nil else {
            self.init(.unknown)
            return
        }
        // The hub keeps the journal behind the entry with which the station joined.
        switch end - (log.head?.sequence ?? log.began?.sequence ?? 0) {
        case 0 where !isOver: self.init(.nothing, atMost: 0)
        case let missing where missing > 0: self.init(.some, atMost: missing)
        default: self.init(.unknown)
        }
    }

    /// The entry with which the station left; nil where its registry was restored before it did.
    private static func departure(_ daemon: WaymarkClient) async throws -> Int64? {
        func first(_ filter: JournalFilter) async throws -> Int64? {
            try await daemon.journal(filter, limit: 1).entries.first?.entry.sequence
        }
        let joined = try await first(JournalFilter(kind: .hubJoined, newestFirst: true)) ?? 1
        let left = try await first(JournalFilter(from: joined, kind: .hubLeft))
        let restored = try await first(JournalFilter(from: joined, kind: .registryRestored))
        guard let left, left < restored ?? .max else { return nil }
        return left
    }

    private enum CodingKeys: String, CodingKey {
        case state
        case atMost
    }

    /// `atMost` is there in any case: null says that it is not known.
    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(state, forKey: .state)
        try members.encode(atMost, forKey: .atMost)
    }

    // MARK: For people

    /// `at most 3 entries`.
    var amount: String {
        atMost.map { "at most \(count(Int(clamping: $0), "entry"))" } ?? "how many entries is not known"
    }

    func line(hasLeft: Bool) -> String {
        let asking = "Ask it, and keep the credentials until then: \(StationText.lastRound)"
        switch state {
        case .withheld: return Self.withheldText
        case .nothing:
            return hasLeft
                ? "The hub has all that was journalled until then."
                : "The hub has all of the journal, as it said at the last contact."
        case .some:
            return hasLeft
                ? "It is not known that the hub has heard of that: by its last answer it lacks \(amount) of the "
                    + "journal. \(asking)"
                : "By its last answer the hub lacks \(amount) of the journal."
        case .unknown:
            return hasLeft
                ? "It is not known that the hub has heard of that, nor how much of the journal it lacks. \(asking)"
                : "How much of the journal the hub lacks is not known until it answers."
        }
    }
}
