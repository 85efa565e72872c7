/// What the chips of a batch are to be from now on.
public struct BatchPolicy: Hashable, Sendable, Codable {
    public let batch: BatchName
    public let rules: BatchRules

    public init(batch: BatchName, rules: BatchRules) {
        self.batch = batch
        self.rules = rules
    }
}

/// A batch whose chips are to get passwords from another key.
public struct KeyRotation: Hashable, Sendable, Codable {
    public let batch: BatchName
    public let key: KeyName

    public init(batch: BatchName, key: KeyName) {
        self.batch = batch
        self.key = key
    }
}

/// A batch that is paused or resumed.
public struct BatchPause: Hashable, Sendable, Codable {
    public let batch: BatchName
    public let reason: String?

    public init(batch: BatchName, reason: String?) {
        self.batch = batch
        self.reason = reason
    }
}
