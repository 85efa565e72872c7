package import Registry

/// A station as its daemon answers, and what is kept of it: all that the rules about stations look at.
package struct StationPicture: Sendable, Hashable {
    package struct Reader: Sendable, Hashable {
        let name: String
        let connection: String
        /// Why it does not serve; nil where it does, or is being started.
        let failure: String?
        let next: String?

        package init(name: String, connection: String, failure: String?, next: String?) {
            self.name = name
            self.connection = connection
            self.failure = failure
            self.next = next
        }
    }

    package struct State: Sendable, Hashable {
        let name: String
        let isFailing: Bool
        let message: String
        let next: String

        package init(name: String, isFailing: Bool, message: String, next: String) {
            self.name = name
            self.isFailing = isFailing
            self.message = message
            self.next = next
        }
    }

    package let name: String
    package let findings: [KeptFinding]
    package let batches: [BatchSummary]
    package let readers: [Reader]
    package let states: [State]
    /// The first entry of the journal that is not as it was written.
    package let journalBrokenAt: Int64?

    package init(
        name: String, findings: [KeptFinding], batches: [BatchSummary], readers: [Reader], states: [State],
        journalBrokenAt: Int64?
    ) {
        self.name = name
        self.findings = findings
        self.batches = batches
        self.readers = readers
        self.states = states
        self.journalBrokenAt = journalBrokenAt
    }
}

/// From when on something counts as notable, in days.
package struct WatchLimits: Sendable, Hashable {
    /// A batch that is not finished and has not come further for so long is stale.
    package let staleBatch: Int
    /// A backup that is older is missing.
    package let oldBackup: Int
    /// A reader that has gone is spoken of for so long.
    package static let missingReader = 14

    package init(staleBatch: Int, oldBackup: Int) {
        self.staleBatch = staleBatch
        self.oldBackup = oldBackup
    }

    static func seconds(_ days: Int) -> Int64 { Int64(days) * 86_400 }
}
