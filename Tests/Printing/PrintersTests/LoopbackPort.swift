import Glibc

/// Ports of 127.0.0.1.
enum LoopbackPort {
    static func isListening(_ port: Int) -> Bool {
        withSocket(port) { connect($0, $1, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 }
    }

    /// A port that the kernel says is free now.
    static func free() -> Int {
        withSocket(0) { descriptor, address in
            _ = bind(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size))
            var name = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            withUnsafeMutablePointer(to: &name) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &length) }
            }
            return Int(in_port_t(bigEndian: name.sin_port))
        }
    }

    private static func withSocket<Result>(_ port: Int, _ body: (Int32, UnsafePointer<sockaddr>) -> Result) -> Result {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        return withUnsafePointer(to: address(port)) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body(descriptor, $0) }
        }
    }

    private static func address(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return address
    }
}
