/// A transfer that a tool has asked the kernel for (URB) and has not collected yet.
/// See: linux/usbdevice_fs.h, struct usbdevfs_urb
struct TransferRequest {
    /// The size of the structure in the tool's memory.
    static let size = 56
    /// Where it is there; this is how the tool knows it again.
    let address: UInt
    let endpoint: UInt8
    /// For endpoint 0: a setup packet of 8 bytes comes first in the buffer.
    let isControl: Bool
    let buffer: UInt
    let capacity: Int
    private var status: Int32 = 0
    private var length = 0

    private static let controlType: UInt8 = 2
    private static let statusOffset: UInt = 4
    private static let lengthOffset: UInt = 28

    init(at address: UInt, _ bytes: [UInt8]) {
        self.address = address
        isControl = bytes[0] == Self.controlType
        endpoint = bytes[1]
        buffer = LittleEndian.number(in: bytes, at: 16, count: 8)
        capacity = Int(LittleEndian.number(in: bytes, at: 24, count: 4))
    }

    var isToHost: Bool { endpoint & 0x80 != 0 }

    mutating func end(status: Int32, length: Int) {
        self.status = status
        self.length = length
    }

    /// Where the kernel leaves how it ended.
    var outcome: [(bytes: [UInt8], address: UInt)] {
        [
            (LittleEndian.bytes(UInt(UInt32(bitPattern: status)), count: 4), address + Self.statusOffset),
            (LittleEndian.bytes(UInt(length), count: 4), address + Self.lengthOffset),
        ]
    }
}
