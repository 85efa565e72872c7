/// What location confirmation reported to an App Clip about the tag that started it. It carries no position.
public struct Confirmation: Sendable, Hashable {
    /// See: Apple, "Confirming a person's physical location".
    public enum Outcome: String, Sendable, Codable, CaseIterable {
        case inRegion
        case notInRegion
        /// The URL is not registered for the App Clip.
        case doesNotMatch
        /// The person declined, or no tag or code started the clip. Says nothing about the place.
        case disallowed
    }

    public let time: Timestamp
    public let url: String
    public let outcome: Outcome
    /// Which phone it was, when the chain reports it: one phone is one witness.
    public let device: String?

    public init(time: Timestamp, url: String, outcome: Outcome, device: String? = nil) {
        self.time = time
        self.url = url
        self.outcome = outcome
        self.device = device
    }
}
