/// The commands of Type 5 tags (ISO/IEC 15693-3, 10.3 and 10.4), for one tag.
///
/// A reader that takes frames gets the whole request, addressed: flags, code, UID with its last byte first, parameters. A
/// reader that makes the frames itself gets code and parameters, and chooses the tag; `01` asks it for the UID of that one.
enum Type5Request: Hashable {
    case read(block: Int)
    case readRun(first: Int, count: Int)
    case write(PageWrite)
    case lock(block: Int)
    case lockStatus(first: Int, count: Int)
    case systemInformation

    private var code: UInt8 {
        switch self {
        case .read: 0x20
        case .readRun: 0x23
        case .write: 0x21
        case .lock: 0x22
        case .lockStatus: 0x2C
        case .systemInformation: 0x2B
        }
    }

    private var parameters: [UInt8] {
        switch self {
        case .read(let block), .lock(let block): [UInt8(block)]
        case .readRun(let first, let count), .lockStatus(let first, let count): [UInt8(first), UInt8(count - 1)]
        case .write(let write): [UInt8(write.page)] + write.bytes
        case .systemInformation: []
        }
    }

    /// The frame for the tag of this UID. `option`: reads give the lock status before each block; writes are answered after
    /// an end-of-frame of the reader's.
    func frame(for uid: [UInt8], option: Bool) -> [UInt8] {
        // High data rate, addressed.
        [option ? 0x62 : 0x22, code] + uid.reversed() + parameters
    }

    var plain: [UInt8] { [code] + parameters }

    static let plainUID: [UInt8] = [0x01]
}

/// What comes back.
enum Type5Answer: Hashable {
    /// Whatever follows the flags.
    case good([UInt8])
    /// The tag says no, with an error code on which nothing depends.
    case refused(UInt8)
    /// Silence, or something garbled.
    case nothing
    /// The reader has no such command; nothing was sent.
    case unsupported
}
