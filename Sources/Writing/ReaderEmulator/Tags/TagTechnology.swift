/// How a tag is spoken to on air. Neither hears the other's frames.
public enum TagTechnology: Sendable, Equatable {
    /// Proximity cards of type A: Type 2 and Type 4 tags, MIFARE Classic.
    case iso14443A
    /// Vicinity cards: Type 5 tags.
    case iso15693
}
