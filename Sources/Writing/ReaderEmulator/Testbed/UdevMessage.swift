import Glibc

/// What udev sends to listening programs, and how it gets to them in a testbed: each has bound a socket in the
/// testbed's folder in place of its netlink socket.
/// See: systemd, src/libsystemd/sd-device/device-monitor.c
enum UdevMessage {
    private static let headerLength: UInt32 = 40

    /// A header of 40 bytes, then the properties. The hashes let the kernel drop what a program does not listen for.
    static func bytes(_ properties: [(String, String)], subsystem: String, deviceType: String) -> [UInt8] {
        let text = Array(properties.map { "\($0)=\($1)\0" }.joined().utf8)
        let header =
            Array("libudev".utf8) + [0] + bigEndian(0xFEED_CAFE) + native(headerLength) + native(headerLength)
            + native(UInt32(text.count)) + bigEndian(hash(subsystem)) + bigEndian(hash(deviceType))
            + [UInt8](repeating: 0, count: 8)
        return header + text
    }

    /// Sends to one program. A socket that no program reads any more is left over and removed.
    static func send(_ message: [UInt8], to path: String) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: Array(path.utf8)) }
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else {
            if errno == ECONNREFUSED { unsafe unlink(path) }
            return
        }
        writeAvailable(message, to: descriptor)
    }

    /// MurmurHash2 of Austin Appleby with start value 0, which udev uses for names.
    static func hash(_ text: String) -> UInt32 {
        let factor: UInt32 = 0x5BD1_E995
        let bytes = Array(text.utf8)
        var hash = UInt32(bytes.count)
        let whole = bytes.count / 4 * 4
        for start in stride(from: 0, to: whole, by: 4) {
            var word = UInt32(LittleEndian.number(in: bytes, at: start, count: 4))
            word &*= factor
            word ^= word >> 24
            word &*= factor
            hash &*= factor
            hash ^= word
        }
        if whole < bytes.count {
            hash ^= UInt32(LittleEndian.number(in: bytes, at: whole, count: bytes.count - whole))
            hash &*= factor
        }
        hash ^= hash >> 13
        hash &*= factor
        return hash ^ hash >> 15
    }

    private static func native(_ number: UInt32) -> [UInt8] { LittleEndian.bytes(UInt(number), count: 4) }

    private static func bigEndian(_ number: UInt32) -> [UInt8] { native(number).reversed() }
}
