import Glibc

/// A connection to the API that is kept open: requests go out one after the other.
final class Connection {
    private let socket: Int32
    private let head: String
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    init?(port: UInt16, secret: String) {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let socket = socket
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { return nil }
        var yes: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        head = " HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(secret)\r\n\r\n"
    }

    deinit { close(socket) }

    /// Asks for a document and reads all of the answer; its status, or nil when the connection broke.
    func get(_ path: String) -> Int? {
        let request = Array("GET \(path)\(head)".utf8)
        guard send(socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else { return nil }
        var answer: [UInt8] = []
        while true {
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            answer += buffer[..<count]
            guard let end = Self.endOfHead(answer) else { continue }
            let text = String(decoding: answer[..<end], as: UTF8.self)
            let field = text.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length: ") }
            guard let length = field.flatMap({ Int($0.dropFirst(16)) }) else { return nil }
            if answer.count == end + length { return Int(text.split(separator: " ")[1]) }
        }
    }

    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
        guard bytes.count > 3 else { return nil }
        return (0...bytes.count - 4).first {
            bytes[$0] == 13 && bytes[$0 + 1] == 10 && bytes[$0 + 2] == 13 && bytes[$0 + 3] == 10
        }.map { $0 + 4 }
    }
}
