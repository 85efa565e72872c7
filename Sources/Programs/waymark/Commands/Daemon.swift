import API
import ArgumentParsing
import Glibc

/// How a command reaches the daemon.
enum Daemon {
    static func client(_ values: ParsedValues) -> WaymarkClient {
        WaymarkClient(socketPath: socketPath(values))
    }

    static func socketPath(_ values: ParsedValues) -> String {
        let environment = unsafe getenv("WAYMARK_SOCKET").map { unsafe String(cString: $0) } ?? ""
        let usual = environment.isEmpty ? WaymarkClient.defaultSocketPath : environment
        return values[Global.socket] ?? usual
    }
}
