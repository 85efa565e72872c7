/// What a hub tells of itself, known without a wait for its database.
package struct HubFigures: Sendable {
    /// The end of this daemon's chain; nil before it is known.
    let newestEntry: Int64?
    /// In Prometheus' text format.
    let exposition: String

    package init(newestEntry: Int64?, exposition: String) {
        self.newestEntry = newestEntry
        self.exposition = exposition
    }
}
