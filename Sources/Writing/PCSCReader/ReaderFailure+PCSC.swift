internal import Faults
internal import ReaderProtocol
internal import WorkerService

extension ReaderFailure {
    /// Why pcscd is of no use.
    static func service(_ status: PCSCStatus) -> ReaderFailure {
        switch status.meaning {
        case .refused:
            ReaderFailure(
                code: .serviceRefuses, message: "pcscd does not let this worker in",
                reason: "polkit's rules refuse it: \(status.text)",
                next: "reinstall Waymark, whose rules file allows it, and see: waymark doctor")
        case .serviceGone:
            ReaderFailure(
                code: .noService, message: "pcscd cannot be reached", reason: "pcsclite says: \(status.text)",
                next: "start it with: systemctl start pcscd.socket (package pcscd); the reader is then opened by itself"
            )
        default:
            ReaderFailure(
                code: .noService, message: "pcscd does not do its part", reason: "pcsclite says: \(status.text)",
                next: "restart it with: systemctl restart pcscd.service")
        }
    }
}
