package import HTTPServer

extension WebServer.Endpoint {
    /// As a person would write it.
    package var place: String {
        switch self {
        case .unixSocket(let path, _): path
        case .passedSocket: "systemd's socket"
        case .tcp(let address, let port, let tls):
            "\(tls == nil ? "http" : "https")://\(address.contains(":") ? "[\(address)]" : address):\(port)"
        }
    }
}
