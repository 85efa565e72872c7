/// What comes back from the antenna after a command.
public enum TagResponse: Sendable, Equatable {
    /// A frame of whole bytes, without its CRC_A.
    case bytes([UInt8])
    /// A 4-bit answer, which has no CRC: A is an acknowledgement, anything else a refusal.
    case nibble(UInt8)
    /// No answer.
    case silence
    /// A frame whose CRC_A does not fit, as the antenna received it, or nothing of a 4-bit answer that was
    /// disturbed. Only an antenna makes this, never a tag.
    case corrupted([UInt8])

    /// The tag carried out the command.
    public static let acknowledged = TagResponse.nibble(0xA)
}

/// The refusals of a Type 2 tag.
public enum TagRefusal: UInt8, Sendable {
    /// Unknown command, page that does not exist, is locked, or needs the password.
    case invalidArgument = 0x0
    /// Parity or CRC error in the command.
    case transmission = 0x1
    /// Too many wrong passwords.
    case authenticationLimit = 0x4
    /// The memory could not be written.
    case memory = 0x5
}
