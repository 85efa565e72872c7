import API
import AppClips
import AppStoreClient
import AppStoreConnect
import ArgumentParsing
import CSV
import ClipCodes
import Cryptography
import GPS
import Geodesy
import Labels
import Printing
import Registry
import SightingFiles
import Sites
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
        case let error as RegistryError:
            self.init(message: error.message, reason: error.reason, next: error.next)
        case let error as FileError:
            self.init(message: error.message, reason: error.reason, next: error.next)
        case let error as AppClipError:
            self.init(message: error.message, reason: error.reason, next: error.next)
        case let error as GeodesyError:
            self.init(message: error.message, reason: error.reason, next: error.next)
        case let error as CryptographyError:
            self.init(message: error.message, reason: error.reason, next: error.next)
        case let error as ConnectError:
            self.init(message: error.message, reason: error.reason, next: error.next)
        case let error as ServiceError:
            self.init(
                message: error.message, reason: error.reason, next: error.next,
                status: error.code == .notAuthorised ? .noPermission : .failed)
        case let error as GPSError:
            self.init(message: error.message, reason: error.reason, next: error.next, status: .timedOut)
        case let error as LabelsError:
            self.init(message: error.message, reason: error.reason, next: error.next)
        case let error as ClipCodesError:
            self.init(message: error.message, reason: error.reason, next: error.next)
        case let error as PrintingError:
            self.init(message: error.message, reason: error.reason, next: error.next)
        case let error as SiteError:
            self.init(message: error.message, reason: error.reason, next: error.next)
        case let error as SightingFileError:
            self.init(message: error.message, reason: error.reason, next: error.next)
        case let error as SystemError:
            self.init(
                message: error.message, reason: error.reason, next: error.next,
                status: error.code == .notPermitted ? .noPermission : .failed)
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

    /// Three lines, or more when there are several reasons: each on a line of its own.
    var text: String {
        let reasons = reason.split(separator: "\n", omittingEmptySubsequences: true)
        let why = reasons.joined(separator: "\n        ")
        return "error: \(message)\n  why:  \(why)\n  next: \(next)\n"
    }
}
