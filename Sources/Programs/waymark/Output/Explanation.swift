import API
import AppStoreClient
import ArgumentParsing
import Faults
import GPS
import UnixSystem

/// An error as a person reads it, and the exit status that goes with it.
struct Explanation {
    let fault: Complaint
    let status: ArgumentParsing.ExitStatus

    init(_ fault: Complaint, status: ArgumentParsing.ExitStatus = .failed) {
        self.fault = fault
        self.status = status
    }

    init(_ error: any Error) {
        switch error {
        case let error as UsageError: self.init(error.complaint, status: .usage)
        case let error as ClientError: self.init(error.complaint, status: Self.status(of: error.kind))
        case let error as any AnyFault: self.init(error.complaint, status: Self.status(of: error))
        case is CancellationError:
            self.init(
                Complaint(
                    code: "interrupted", message: "interrupted", reason: "the command received a signal to end",
                    next: "run it again to continue"),
                status: .interrupted)
        default:
            self.init(
                Complaint(
                    code: "unexpected", message: "waymark failed", reason: "\(error)",
                    next: "report this, with the command that you gave"))
        }
    }

    private static func status(of kind: ClientError.Kind) -> ArgumentParsing.ExitStatus {
        switch kind {
        case .unreachable: .daemonUnreachable
        case .noPermission: .noPermission
        case .timedOut: .timedOut
        case .refused: .failed
        }
    }

    private static func status(of error: any AnyFault) -> ArgumentParsing.ExitStatus {
        switch error {
        case let error as ServiceError where error.code == .notAuthorised: .noPermission
        case let error as SystemError where error.code == .notPermitted: .noPermission
        // The other codes say why no fix came in time.
        case let error as GPSError where [.unreachable, .lost].contains(error.code): .failed
        case is GPSError: .timedOut
        default: .failed
        }
    }
}
