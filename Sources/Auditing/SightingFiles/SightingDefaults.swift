/// Values for sightings that do not state them; a CSV file always does.
package struct SightingDefaults: Sendable, Equatable {
    /// Metres. Nil: a sighting without an accuracy is bad.
    package var accuracy: Double?
    /// How probable it is that the accuracy's circle holds the true position, above 0 and below 1. Nil: 0.68, as
    /// phones have it, and 0.95 for what gpsd measured.
    package var confidence: Double?

    package init(accuracy: Double? = nil, confidence: Double? = nil) {
        self.accuracy = accuracy
        self.confidence = confidence
    }
}
