import API
import ArgumentParsing
import Doctor
import Faults
import GPS
import Printers
import ReaderProtocol
import Registry
import UnixSystem

/// What other programs answer to the doctor.
enum Surroundings {
    /// A position is to come within this time from a gpsd that runs.
    private static let patience = Duration.seconds(5)

    static func daemon(_ values: ParsedValues) async -> (picture: DaemonPicture, connections: [String]) {
        do {
            let status = try await Daemon.client(values).status()
            let readers = status.readers.map { reader in
                DaemonPicture.KnownReader(
                    name: reader.name.text, connection: reader.connection,
                    failure: reader.failure)
            }
            let picture = DaemonPicture.answered(
                version: status.version, journalBrokenAt: status.journal.brokenAt.map { UInt64($0) }, readers: readers,
                registry: RegistryPicture(
                    damage: trouble(.registryDamaged, status), alteration: trouble(.registryAltered, status)))
            return (picture, readers.map(\.connection))
        } catch let error as ClientError {
            return (silence(error, at: Daemon.socketPath(values)), [])
        } catch {
            return (.silent(.noAnswer, message: "waymarkd does not answer", why: "\(error)"), [])
        }
    }

    private static func trouble(
        _ name: StationCondition.Name, _ status: StationStatus
    ) -> RegistryPicture.Trouble? {
        status.conditions.first { $0.name == name }.map { RegistryPicture.Trouble(why: $0.why, next: $0.next) }
    }

    private static func silence(_ error: ClientError, at socket: String) -> DaemonPicture {
        let kind: DaemonPicture.Silence =
            switch error.kind {
            case .noPermission: .noPermission
            case .unreachable where FileStatus(socket) == nil: .noSocket
            case .refused where error.complaint.code.rawValue == "forbidden": .refused(next: error.complaint.next)
            case .unreachable, .timedOut, .refused: .noAnswer
            }
        return .silent(kind, message: error.complaint.message, why: error.complaint.reason)
    }

    /// What the worker beside this program calls itself; nil when it does not run.
    static func workerVersion() -> String? {
        let folder = Folder.parent(of: Folder.resolved("/proc/self/exe"))
        guard let pipe = try? FileDescriptor.pipe(),
            (try? ChildProcess(
                "\(folder)/waymark-reader", arguments: ["--version"],
                standardOutput: .descriptor(pipe.input.rawValue), standardError: .discarded)) != nil
        else { return nil }
        let output = pipe.output.release()
        try? FileDescriptor(owning: pipe.input.release()).close()
        let text = (try? FileDescriptor(owning: output).read(upTo: 256)) ?? []
        return String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace).last.map(String.init)
    }

    /// Where gpsd says that this machine is. An address is asked in any case.
    static func gps(_ address: String?, isRunning: Bool) async throws -> GPSPicture {
        guard isRunning || address != nil else { return .notInstalled }
        let client = try PositionSource.asking(address)
        defer { client.close() }
        do {
            _ = try await client.fix(within: patience)
            return .fix
        } catch let error as GPSError {
            return .trouble(why: error.reason, next: error.next)
        }
    }

    static func printing() -> PrintingPicture {
        do {
            guard let queues = try PrintQueue.all() else { return .notInstalled }
            let stopped = queues.filter(\.isStopped).map(\.name)
            return stopped.isEmpty ? .ready(printers: queues.map(\.name)) : .stopped(stopped)
        } catch {
            return .silent(why: error.reason)
        }
    }
}
