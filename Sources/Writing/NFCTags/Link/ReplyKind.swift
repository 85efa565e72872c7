/// What a command is answered with, which decides how a PN53x must send it.
///
/// A 4-bit acknowledgement has no CRC. InCommunicateThru with CRC checking reports it as a CRC error, just as it
/// reports a refusal, so WRITE goes through InDataExchange, which distinguishes an acknowledgement from everything
/// else.
public enum ReplyKind: String, Sendable, Hashable, CaseIterable {
    /// Whole bytes with a CRC that the reader adds and checks: InCommunicateThru for CRC_A. A frame of ISO/IEC 15693-3
    /// starts with its flags, and so does its answer.
    case data
    /// A 4-bit acknowledgement: InDataExchange.
    case acknowledgement
    /// An answer of ISO/IEC 7816-4, carried in the blocks of ISO/IEC 14443-4: InDataExchange. The reader has activated
    /// the tag with RATS when it selected it.
    case apdu
    /// A request to a reader that makes the frames of a Type 5 tag itself: see `Type5Request`.
    case plain
}
