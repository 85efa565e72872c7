/// A station's place under its hub, and what brings the two together.
package struct UpstreamPicture: Sendable {
    /// The hub's address, and the station's name there.
    package let hub: String
    package let name: String
    /// The file with the station's key and token; nil where it cannot be seen.
    package var credentials: NodePicture?
    /// Where that file is to be, if not at the place that the unit reads.
    package var ownCredentials: String?
    /// Whether it is known that the file is not there.
    package var lacksCredentials = false
    /// Since that file was made, as the station joined; nil where it cannot be seen.
    package var secondsSinceJoining: Int64?
    /// Whether a process of `waymark station sync` runs, with the file that was looked at.
    package var isSyncRunning = false
    /// The file of rounds that run with another one than was looked at.
    package var otherCredentials: String?
    /// What was kept of the last contact; nil where that cannot be read, or before the first.
    package var contact: Contact?
    /// Why that cannot be read; nil where it can, or nothing is there yet.
    package var obstacle: Obstacle?
    /// Batches of which less is left than the station asks for more at.
    package var low: [LowBatch] = []

    package enum Obstacle: Sendable {
        /// This account may not.
        case hidden
        case refused(why: String)
    }

    package struct Contact: Sendable {
        /// Since the hub's log was last verified; nil before the first time.
        package let seconds: Int64?
        /// Entries of the journal that the hub did not have then, or that have come since. It may have got some of them
        /// meanwhile.
        package let waiting: Int64
        /// Why the station takes nothing from the hub.
        package let refusal: Refusal?

        package init(seconds: Int64?, waiting: Int64, refusal: Refusal? = nil) {
            self.seconds = seconds
            self.waiting = waiting
            self.refusal = refusal
        }
    }

    package struct Refusal: Sendable {
        package let code: String
        package let reason: String

        package init(code: String, reason: String) {
            self.code = code
            self.reason = reason
        }
    }

    package struct LowBatch: Sendable {
        package let batch: String
        package let left: Int
        /// How many came last.
        package let came: Int

        package init(batch: String, left: Int, came: Int) {
            self.batch = batch
            self.left = left
            self.came = came
        }
    }

    package init(hub: String, name: String) {
        self.hub = hub
        self.name = name
    }

    /// The file of the rounds that are this station's, as far as can be seen: nothing is seen at the place that was
    /// looked at.
    var credentialsElsewhere: String? { credentials == nil ? otherCredentials : nil }
}
