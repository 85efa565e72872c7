import API
import ArgumentParsing
import Faults
import Registry
import UnixSystem

/// `waymark write BATCH --end`: ends the job that writes a batch, for all of its participants.
enum WriteEnding {
    static func end(
        _ name: BatchName, _ client: WaymarkClient, isSure: Bool, values: ParsedValues
    ) async throws -> ArgumentParsing.ExitStatus {
        guard let job = try await client.jobs().jobs.first(where: { $0.batch == name && $0.state == .running }) else {
            StandardError.complain(
                Complaint(
                    code: "no-job", message: "no job is ended", reason: "batch \(name) is not being written",
                    next: "see: waymark batch list"))
            return .failed
        }
        Terminal.note("batch \(name): \(job.participantWords)")
        let isAgreed =
            try isSure
            || ConfirmationPrompt.ask("end the job for all?", elseNext: "end it without a question: --end --yes")
        guard isAgreed else {
            Terminal.note("nothing was changed")
            return .failed
        }
        let ended = try await client.cancel(job.id)
        guard !values.wantsJSON else {
            Terminal.result(try JSONText.document(ended))
            return .done
        }
        Terminal.result("ended: \(ended.done) of \(ended.total) tags of batch \(name) are written")
        return .done
    }
}

extension WriteJob {
    /// For the one who joins: whose job this is. Nil for the one who started it.
    var joiningWords: String? {
        guard let participant, participant > 1 else { return nil }
        return "batch \(batch): is being written already; this command joins the job of \(startedBy), started "
            + "\(started.iso8601) (\(done) of \(total) tags are written)"
    }

    /// For a person who leaves: why the job continues.
    var leavingWords: String {
        "left: \(done) of \(total) tags are written; \(participantWords); to end the job for all: "
            + "waymark write \(batch) --end"
    }

    var participantWords: String {
        let others = participants.map { "\($0.actor) (since \($0.since.iso8601))" }
        return others.isEmpty ? "the job has no participants" : "the job is that of \(others.joined(separator: ", "))"
    }
}
