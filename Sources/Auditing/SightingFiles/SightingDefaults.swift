/// Values for sightings that do not state them; a CSV file always does.
public struct SightingDefaults: Sendable, Equatable {
    /// Metres. Nil: a sighting without an accuracy is bad.
    public var accuracy: Double?
    /// How probable it is that the accuracy's circle holds the true position, above 0 and below 1. Nil: 0.68, as
    /// telephones have it, and 0.95 for what gpsd measured.
    public var confidence: Double?

    public init(accuracy: Double? = nil, confidence: Double? = nil) {
        self.accuracy = accuracy
        self.confidence = confidence
    }
}
