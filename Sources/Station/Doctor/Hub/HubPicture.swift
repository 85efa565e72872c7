/// What was seen of a hub: its configuration, its keys and its database. Whatever could not be seen is nil.
package struct HubPicture: Sendable {
    package let configuration: String
    /// Why it is refused; nil for one that is in order.
    package var refusal: Failure?
    /// Whether a daemon listens at the socket for people; nil where this account may not connect.
    package var isServing: Bool?
    package var checkpointKey = CheckpointKey.unseen
    package var database = Database.notAsked

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
    /// The newest checkpoint; nil before the first.
    package var checkpoint: String?

    package init() {}
}
