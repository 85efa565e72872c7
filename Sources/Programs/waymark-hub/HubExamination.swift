import ArgumentParsing
import Checkpoints
import Doctor
import Faults
import Foundation
import Hosting
import HubStorage
import PostgreSQL
import Registry
import UnixSystem

/// Looks at the hub from outside its daemon, which need not run, and says what is wrong.
enum HubExamination {
    /// Where the unit's credentials come from.
    private static let store = "/etc/credstore"

    static func run(_ path: String, asJSON: Bool) throws -> ArgumentParsing.ExitStatus {
        let report = DiagnosisReport(picture(path))
        if asJSON {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            StandardOutput.write(String(decoding: try encoder.encode(report), as: UTF8.self) + "\n")
        } else {
            StandardOutput.write(report.text + "\n" + report.notChecked.map { "not checked: \($0)\n" }.joined())
        }
        return report.findings.isEmpty ? .done : .findings
    }

    private static func picture(_ path: String) -> HubPicture {
        var picture = HubPicture(configuration: path)
        do {
            let configuration = try HubConfiguration.load(path)
            picture.isServing = isServing(configuration.socket)
            let address = try configuration.database.address()
            let (noted, sight) = handBacks(notedIn: configuration.folder)
            picture.handBackNotes = sight
            picture.database = database(address, noted: noted)
            picture.checkpointKey = checkpointKey(of: configuration, picture.database)
            if let replica = try configuration.database.auditAddress(), picture.database.hasAnswered {
                picture.auditReplica = AuditReplica.complaint(replica, of: address).map { .wrong(why: $0) } ?? .follows
            }
        } catch let fault as any AnyFault {
            picture.refusal = failure(fault)
        } catch {
            picture.refusal = HubPicture.Failure(
                message: "the hub's configuration is refused", why: "\(error)", next: "correct \(path)")
        }
        return picture
    }

    private static func isServing(_ socket: String) -> Bool? {
        do {
            _ = try UnixConnection.connect(to: socket)
            return true
        } catch {
            return [.notFound, .refused].contains(error.code) ? false : nil
        }
    }

    /// What cannot be read hides nothing else.
    private static func handBacks(notedIn folder: String) -> ([BatchHandBack], HubPicture.HandBackNotes) {
        do {
            return (try HandBackNotes(in: folder).all(), .read)
        } catch let error as SystemError where error.code == .notPermitted {
            return ([], .unseen)
        } catch let fault as any AnyFault {
            return ([], .unreadable(failure(fault)))
        } catch {
            return ([], .unseen)
        }
    }

    private static func database(_ address: PostgresAddress, noted: [BatchHandBack]) -> HubPicture.Database {
        do {
            return .answered(try HubDatabasePicture(lookingAt: address, noted: noted))
        } catch let fault as PostgresError {
            return .away(why: fault.reason)
        } catch {
            return .away(why: "\(error)")
        }
    }

    private static func checkpointKey(
        of configuration: HubConfiguration, _ database: HubPicture.Database
    ) -> HubPicture.CheckpointKey {
        do {
            let signer = try CheckpointKey.load(
                configuration.folder, credentials: ProgramsBesideThis().credentials, hiddenFrom: [], isMade: false)
            guard case .answered(let answer) = database, let note = answer.checkpoint else {
                return .there(signed: nil)
            }
            let signed = try? SignedNote(parsing: Array(note.utf8)).verifiedText(by: [signer.key])
            return .there(signed: signed != nil)
        } catch let error as SystemError where [.notFound, .notPermitted].contains(error.code) {
            guard FileStatus("\(store)/\(CheckpointKey.credential)") == nil else { return .there(signed: nil) }
            // Another account may have it where this one cannot look.
            let sees = Accounts.current == 0 || (FileStatus(store) == nil && error.code == .notFound)
            return sees ? .missing : .unseen
        } catch let fault as any AnyFault {
            return .refused(failure(fault))
        } catch {
            return .unseen
        }
    }

    private static func failure(_ fault: any AnyFault) -> HubPicture.Failure {
        let complaint = fault.complaint
        return HubPicture.Failure(message: complaint.message, why: complaint.reason, next: complaint.next)
    }
}

extension HubPicture.Database {
    fileprivate var hasAnswered: Bool { if case .answered = self { true } else { false } }
}
