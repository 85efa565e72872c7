/// What a reader learns from the inventory of ISO/IEC 15693-3.
public struct VicinityIdentity: Sendable, Equatable {
    /// The serial number, E0 first.
    public let uid: [UInt8]
    /// Data storage format identifier.
    public let dsfid: UInt8
}
