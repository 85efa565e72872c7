import API
import ArgumentParsing
import Faults
import Registry

/// Asks before a write job does what cannot be undone, or changes more than this job.
struct WritePermission {
    /// `--yes`: the person has confirmed beforehand.
    let isSure: Bool

    /// Says what is done to the chips of a batch, and asks for what needs an answer. Returns the change of the batch's
    /// rules that comes first; nil for none. Throws after the answer no, or without a terminal.
    func ask(writing batch: BatchSummary, protection: Protection?) throws -> RulesRequest? {
        let wanted = RulesRequest(protection: protection)
        let rules = wanted.applied(to: batch.rules)
        for line in rules.sentences { Terminal.note("batch \(batch.name): \(line)") }
        let changes = rules != batch.rules
        if changes {
            Terminal.note(
                "batch \(batch.name): --protect \(rules.protection.rawValue) changes the rule of the batch, which was "
                    + "\(batch.rules.protection.rawValue), for this and every later write")
        }
        if rules.isPermanent {
            try confirmByName(batch.name)
        } else if changes {
            try agree("change the rule of batch \(batch.name)?", batch.name)
        }
        return changes ? wanted : nil
    }

    /// The confirmation for the station: the batch's name where it was confirmed.
    func confirmation(of batch: BatchSummary?, _ ruling: RulesRequest?) -> BatchName? {
        guard let batch, (ruling?.applied(to: batch.rules) ?? batch.rules).isPermanent else { return nil }
        return batch.name
    }

    /// What cannot be undone is confirmed by the name of the batch: a reflex answers y to any question.
    private func confirmByName(_ name: BatchName) throws {
        if isSure { return }
        let answer = try ConfirmationPrompt.answer(
            "type the name of the batch to lock its chips for ever: ",
            elseNext: "confirm the lock for ever beforehand: waymark write \(name) --yes")
        guard answer == name.text else {
            throw UsageError(
                message: "batch \(name) is not written", reason: "its name was not typed: nothing was changed",
                next:
                    "type \(name) when you are asked, or take the lock away: waymark batch rules \(name) --protect none"
            )
        }
    }

    private func agree(_ question: String, _ name: BatchName) throws {
        if isSure { return }
        guard
            try ConfirmationPrompt.ask(
                question, elseNext: "confirm it beforehand with --yes, or leave --protect out to keep the rule")
        else {
            throw UsageError(
                message: "batch \(name) is not written", reason: "the change was not agreed to: nothing was changed",
                next: "leave --protect out to keep the rule of the batch")
        }
    }
}
