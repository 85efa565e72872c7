/// What was seen of a hub: its configuration, its keys and its database. Whatever could not be seen is nil.
package struct HubPicture: Sendable {
    package let configuration: String
    /// Why it is refused; nil for one that is in order.
    package var refusal: Failure?
    /// Whether a daemon listens at the socket for people; nil where this account may not connect.
    package var isServing: Bool?
    package var checkpointKey = CheckpointKey.unseen
    package var database = Database.notAsked
    package var auditReplica = AuditReplica.notNamed
    package var handBackNotes = HandBackNotes.read

    package struct Failure: Sendable {
        package let message: String
        package let why: String
        package let next: String

        package init(message: String, why: String, next: String) {
            self.message = message
            self.why = why
            self.next = next
        }
    }

    package enum CheckpointKey: Sendable {
        /// `signed`: whether the newest checkpoint is signed with it; nil before the first.
        case there(signed: Bool?)
        case missing
        case refused(Failure)
        case unseen
    }

    package enum Database: Sendable {
        case notAsked
        case away(why: String)
        case answered(HubDatabasePicture)
    }

    /// Where audits read evidence, if not at the database.
    package enum AuditReplica: Sendable {
        case notNamed
        case follows
        case wrong(why: String)
    }

    /// Which batches have left the hub, by the folder of this machine's daemon.
    package enum HandBackNotes: Sendable {
        case read
        /// No daemon starts with them.
        case unreadable(Failure)
        case unseen
    }

    package init(configuration: String) {
        self.configuration = configuration
    }

    var answer: HubDatabasePicture? { if case .answered(let picture) = database { picture } else { nil } }
}

/// What a hub's database says of itself.
package struct HubDatabasePicture: Sendable {
    /// The account of the daemon, and the version of the server.
    package var account = ""
    package var server = ""
    /// The newest step of the schema, and that of this version.
    package var schema: Int64 = 0
    package var neededSchema: Int64 = 0
    /// The step that took away what this version needs, which does not know it; nil where none has.
    package var contraction: Int64?
    /// Whether the account owns tables, or is a superuser: then nothing in the database holds it back.
    package var isOwner = false
    /// Tables that only grow and whose rows the account may change or remove.
    package var rewritable: [String] = []
    /// Settings that let a commit be lost, which are off.
    package var unsafeSettings: [String] = []
    package var hasChecksums = true
    /// Whether the server's log of changes (WAL) is kept elsewhere as well.
    package var isArchived = true
    /// Stations that were not heard in this era.
    package var awaited: [String] = []
    /// Daemons that have not looked yet whether the database has what they answered.
    package var awaitedDaemons: [String] = []
    /// What was begun and has not come to its end.
    package var unfinishedAdoptions: [UnfinishedAdoption] = []
    package var unfinishedHandBacks: [UnfinishedHandBack] = []
    /// Batches of each registry that a daemon's folder notes and the database does not know of.
    package var forgottenHandBacks: [[String]] = []
    /// Numbers of conflicts that are not settled.
    package var openConflicts: [Int] = []
    /// The newest checkpoint; nil before the first.
    package var checkpoint: String?

    /// The registry of a station that comes to the hub.
    package struct UnfinishedAdoption: Hashable, Sendable {
        package let station: String
        package let begun: Beginning
        /// Whether its tags are at the hub, where no station gets them; before that they are the station's own.
        package let hasTags: Bool

        package init(of station: String, _ begun: Beginning, hasTags: Bool) {
            self.station = station
            self.begun = begun
            self.hasTags = hasTags
        }
    }

    /// Batches that leave the hub, which has given them up.
    package struct UnfinishedHandBack: Hashable, Sendable {
        package let batches: [String]
        package let begun: Beginning

        package init(of batches: [String], _ begun: Beginning) {
            self.batches = batches
            self.begun = begun
        }
    }

    package struct Beginning: Hashable, Sendable {
        /// Nil where an earlier version has begun it.
        package let file: String?
        /// ISO 8601.
        package let time: String?

        package init(with file: String?, at time: String?) {
            self.file = file
            self.time = time
        }

        var words: String { (["begun"] + [time, file.map { "with \($0)" }].compactMap(\.self)).joined(separator: " ") }
    }

    package init() {}
}
