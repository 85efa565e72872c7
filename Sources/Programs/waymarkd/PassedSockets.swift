import CSystemd
import Faults
import Glibc
import HTTPServer
import Hosting
import ReaderSupervision

/// The sockets that systemd listens at for the daemon and hands over when it starts it, by the names in their units.
///
/// See: man 3 sd_listen_fds_with_names
struct PassedSockets {
    /// `FileDescriptorName=` in the socket units.
    enum Name: String, CaseIterable {
        case api
        case readers
    }

    private let descriptors: [Name: Int32]

    /// Takes what there is; workers inherit nothing of it. Wraps `sd_listen_fds_with_names`.
    ///
    /// To be called before the process has a second thread: it changes the environment.
    static func take() throws(ConfigurationError) -> PassedSockets {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = unsafe sd_listen_fds_with_names(1, &names)
        defer { unsafe free(names) }
        var descriptors: [Name: Int32] = [:]
        for index in 0..<Int(max(count, 0)) {
            guard let text = unsafe names?[index] else { continue }
            defer { unsafe free(text) }
            let name = unsafe String(cString: text)
            guard let known = Name(rawValue: name), descriptors[known] == nil else {
                let expected = Name.allCases.map(\.rawValue).joined(separator: " and ")
                throw ConfigurationError(
                    message: "a socket named \"\(name)\" is refused",
                    reason: "systemd may hand over one socket each named \(expected)",
                    next: "correct FileDescriptorName= in the socket unit, or reinstall Waymark")
            }
            descriptors[known] = Int32(3 + index)
        }
        return PassedSockets(descriptors: descriptors)
    }

    /// Where the API listens: the socket's file decides who reaches the station at all.
    func apiEndpoint(otherwise own: WebServer.Endpoint) -> WebServer.Endpoint {
        descriptors[.api].map { .passedSocket(descriptor: $0) } ?? own
    }

    func workerSocket(otherwise path: String) -> WorkerSocket {
        descriptors[.readers].map { .passed(descriptor: $0, path: path) } ?? .path(path)
    }
}
