import API
import ArgumentParsing
import Faults

/// A region that moves away from tags that are deployed there is confirmed first.
enum RegionMove {
    /// Sends a request, and once more with a confirmation when a person at the terminal agrees. Without a terminal the
    /// daemon's refusal stays.
    static func confirm<Answer>(
        _ values: ParsedValues, _ send: (_ isConfirmed: Bool) async throws -> Answer
    ) async throws -> Answer {
        do {
            return try await send(values[ImportOptions.yes])
        } catch let error as ClientError where error.complaint.code == "region-moves" && ConfirmationPrompt.canAsk {
            Terminal.note(error.complaint.reason)
            guard try ConfirmationPrompt.ask("move the region?", elseNext: "give --yes") else { throw error }
            return try await send(true)
        }
    }
}
