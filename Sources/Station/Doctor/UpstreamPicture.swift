/// A station's place under its hub, and what brings the two together.
package struct UpstreamPicture: Sendable {
    /// The hub's address, and the station's name there.
    package let hub: String
    package let name: String
    /// The file with the station's key and token; nil where it cannot be seen.
    package var credentials: NodePicture?
    /// Whether a process of `waymark station sync` runs.
    package var isSyncRunning = false
    /// What was kept of the last contact; nil where that cannot be seen, or before the first.
    package var contact: Contact?
    /// Batches of which less is left than the station asks for more at.
    package var low: [LowBatch] = []

    package struct Contact: Sendable {
        /// Since the hub's log was last verified; nil before the first time.
        package let seconds: Int64?
        /// Entries of the journal that the hub did not have then, or that have come since.
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
}
