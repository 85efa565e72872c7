/// Whether the factory's signature is looked at before a chip is written.
public enum GenuinenessRule: String, Hashable, Sendable, Codable, CaseIterable {
    case unchecked
    /// The result is put on record, whatever it is.
    case recorded
    /// A chip that is not proved to be genuine is refused.
    case required
}

/// What the factory's signature says about a chip.
public enum Genuineness: String, Hashable, Sendable, Codable, CaseIterable {
    /// NXP has signed this UID. A copy of UID and signature looks the same.
    case genuine
    /// Its signature is missing or invalid.
    case notGenuine = "not-genuine"
    /// The product has no signature that is known here, or the chip gave no answer.
    case unknown
}
