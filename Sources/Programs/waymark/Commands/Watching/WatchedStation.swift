import API
import ArgumentParsing
import Faults
import Glibc
import Registry
import Watch

/// What the daemon answers to a watch, as to every other program: it does not reach the network, and need not.
struct WatchedStation {
    private(set) var outcomes: [(part: WatchPart, outcome: PartOutcome)] = []
    /// The station's name, or that of this machine.
    let name: String
    let batches: [BatchProgress]
    let readers: [KnownReader]
    /// What the registry holds, or why it did not say; nil where it was not asked.
    let holdings: Result<RegistryHoldings, ClientError>?

    /// Does not throw where the daemon does not answer: that is an outcome.
    init(_ values: ParsedValues, _ state: WatchState, at time: Int64) async throws {
        let client = Daemon.client(values)
        let asksStation = WatchOptions.wants(.station, values)
        holdings = values[WatchOptions.folders].isEmpty ? await Self.asked { try await client.holdings() } : nil
        let known = state.parts.first { $0.part.kind == .states }?.part.name
        let host = Self.hostName
        let answer = asksStation ? await Self.asked { try await Self.picture(client) } : nil
        switch answer {
        case .success(let picture):
            let station = try StationOutcomes(picture, after: state, WatchOptions.limits(values), at: time)
            outcomes = station.outcomes
            (name, batches, readers) = (picture.name, station.batches, station.readers)
        case .failure(let error):
            name = known ?? host
            outcomes = StationOutcomes.unanswered(name, why: error.complaint.reason)
            (batches, readers) = (state.batches, state.readers)
        case nil:
            (name, batches, readers) = (known ?? host, state.batches, state.readers)
        }
        guard WatchOptions.wants(.backups, values), WatchOptions.wants(.station, values) else { return }
        let part = WatchPart(.backups, name)
        do {
            let note = try BackupNote.read(values[WatchOptions.backupNote])
            outcomes.append((part, try BackupNote.outcome(note, WatchOptions.limits(values), at: time, in: part)))
        } catch let error as any AnyFault {
            outcomes.append((part, .notChecked(why: error.complaint.reason)))
        }
    }

    private static func asked<Value>(_ question: () async throws -> Value) async -> Result<Value, ClientError> {
        do {
            return .success(try await question())
        } catch let error as ClientError {
            return .failure(error)
        } catch {
            return .failure(
                ClientError(
                    .unreachable,
                    Complaint(
                        code: "unexpected", message: "waymarkd was not asked", reason: "\(error)", next: "try again")))
        }
    }

    private static func picture(_ client: WaymarkClient) async throws -> StationPicture {
        let status = try await client.status()
        return StationPicture(
            name: status.station, findings: try await client.findings(in: []).findings, batches: status.batches,
            readers: status.readers.map { reader in
                // One that is being started is neither: the next run sees what came of it.
                let failure = reader.state == .failed ? reader.failure?.reason ?? "it failed" : nil
                return .init(
                    name: reader.name.text, connection: reader.connection, failure: failure, next: reader.failure?.next)
            },
            states: status.conditions.map {
                .init(
                    name: $0.name.rawValue, isFailing: $0.severity == .failing, message: "\($0.message): \($0.why)",
                    next: $0.next)
            }, journalBrokenAt: status.journal.brokenAt)
    }

    /// See: man 2 gethostname
    private static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&name, name.count - 1) == 0 else { return "station" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
