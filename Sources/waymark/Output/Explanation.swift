import API
import AppStoreClient
import ArgumentParsing
import Explaining
import GPS
import UnixSystem

/// An error as a person reads it: what failed, why, what to do; and the exit status that goes with it.
struct Explanation {
    let message: String
    let reason: String
    let next: String
    let status: ArgumentParsing.ExitStatus

    init(message: String, reason: String, next: String, status: ArgumentParsing.ExitStatus = .failed) {
        self.message = message
        self.reason = reason
        self.next = next
        self.status = status
    }

    init(_ error: any Error) {
        switch error {
        case let error as UsageError:
            self.init(message: error.message, reason: error.reason, next: error.next, status: .usage)
        case let error as ClientError:
            self.init(
                message: error.complaint.message, reason: error.complaint.why, next: error.complaint.next,
                status: Self.status(of: error.kind))
        case let error as any ExplainedError:
            self.init(
                message: error.message, reason: error.reason, next: error.next, status: Self.status(of: error))
        case is CancellationError:
            self.init(
                message: "interrupted", reason: "the command was told to end", next: "run it again to go on",
                status: .interrupted)
        default:
            self.init(
                message: "waymark failed", reason: "\(error)", next: "report this, with the command that you gave")
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

    private static func status(of error: any ExplainedError) -> ArgumentParsing.ExitStatus {
        switch error {
        case let error as ServiceError where error.code == .notAuthorised: .noPermission
        case let error as SystemError where error.code == .notPermitted: .noPermission
        case is GPSError: .timedOut
        default: .failed
        }
    }

    /// Three lines, or more when there are several reasons: each on a line of its own.
    var text: String {
        let reasons = reason.split(separator: "\n", omittingEmptySubsequences: true)
        let why = reasons.joined(separator: "\n        ")
        return "error: \(message)\n  why:  \(why)\n  next: \(next)\n"
    }
}
