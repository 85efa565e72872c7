import API
import ArgumentParsing
import Registry
import Synchronization
import UnixSystem

/// Shows a write job until it ends, or until this command is interrupted: then it leaves the job.
struct WriteMonitor {
    private let job: WriteJob
    private let client: WaymarkClient
    private let asJSON: Bool
    private let picking: Bool

    init(_ job: WriteJob, _ client: WaymarkClient, asJSON: Bool, picking: Bool) {
        self.job = job
        self.client = client
        self.asJSON = asJSON
        self.picking = picking
    }

    /// How the command ends: interrupted whenever a signal came, else as the job ended.
    func run(_ signals: AsyncStream<Signals.Signal>) async throws -> ArgumentParsing.ExitStatus {
        let interruption = Interruption()
        let showing = Task {
            var printer = WritePrinter(asJSON: asJSON, of: job)
            for try await event in client.events(ofJob: job.id) {
                try printer.show(event, isOwnEnding: interruption.hasCome)
            }
            if Task.isCancelled { printer.stop() }
            return printer.status
        }
        let leaving = Task { () -> WriteJob? in
            for await _ in signals {
                interruption.come()
                let left = await leave()
                let goesOn = left?.state == .running
                // The job continues for others, or cannot be reached: either way there is no end to wait for.
                if goesOn || left == nil { showing.cancel() }
                return goesOn ? left : nil
            }
            return nil
        }
        let listening = Task { try await OperatorInput.forward(to: job, client, picking: picking) }
        defer {
            leaving.cancel()
            listening.cancel()
        }
        let result = await showing.result
        guard interruption.hasCome else { return try result.get() }
        if let left = await leaving.value { Terminal.note(left.leavingWords) }
        return .interrupted
    }

    /// Leaves the job. Nil when that failed, which is reported.
    private func leave() async -> WriteJob? {
        guard let participant = job.participant else { return try? await client.cancel(job.id) }
        do {
            return try await client.leave(job.id, participant: participant)
        } catch {
            StandardError.complain(Explanation(error).fault)
            return nil
        }
    }
}

/// Whether a signal has asked this command to end.
private final class Interruption: Sendable {
    private let flag = Atomic(false)

    var hasCome: Bool { flag.load(ordering: .acquiring) }

    func come() { flag.store(true, ordering: .releasing) }
}
