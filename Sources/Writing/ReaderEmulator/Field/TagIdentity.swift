/// What a reader learns from the anticollision.
public struct TagIdentity: Sendable, Equatable {
    /// ATQA, two bytes in the order they have on air.
    public let atqa: [UInt8]
    /// The complete serial number, without cascade tags.
    public let uid: [UInt8]
    /// The answer to the last SELECT.
    public let sak: UInt8
}
