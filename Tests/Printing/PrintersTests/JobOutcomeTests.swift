import Faults
import Foundation
import Printers
import Testing

/// What is said of a job that a printer takes, and does not print as it should.
@Suite(
    .timeLimit(.minutes(5)),
    .enabled(if: ScriptedPrinter.obstacle == nil, Comment(rawValue: ScriptedPrinter.obstacle ?? "")))
struct JobOutcomeTests {
    private struct Outcome: Sendable {
        var said: [String] = []
        /// The job's number when it was printed.
        var number: Int?
        var error: PrintingError?
    }

    private static func outcome(
        on behaviour: ScriptedPrinter.Behaviour, patience: Duration = .seconds(3_600)
    ) async throws -> Outcome {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pdf")
        try Data("%PDF-1.7".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var patient = PrintJob(name: "test", path: file.path, paper: (215_900, 279_400))
        patient.patience = patience
        let job = patient
        return try await ScriptedPrinter.run(behaviour) { (printer: String) async throws -> Outcome in
            var said: [String] = []
            do {
                let printed = try await job.print(on: printer) { said.append($0) }
                return Outcome(said: said, number: printed.number)
            } catch let error as PrintingError {
                return Outcome(said: said, error: error)
            }
        }
    }

    @Test func `a job asks for one copy, one page on a sheet and no banner, whatever the queue's defaults are`()
        async throws
    {
        let outcome = try await Self.outcome(on: .exact)
        #expect(outcome.number == 7 && outcome.said == [], "\(outcome)")
    }

    @Test func `a scale or a paper that the printer ignores is reported, whatever it gives as the value`()
        async throws
    {
        let outcome = try await Self.outcome(on: .ignoring)
        #expect(outcome.number == 7)
        #expect(outcome.said == ["the printer ignores print-scaling, media-col: check the scale"])
    }

    @Test func `a job whose answer is lost may come out: to try again is not the advice`() async throws {
        let outcome = try await Self.outcome(on: .losing)
        #expect(outcome.error?.code == .uncertain, "\(outcome)")
        #expect(outcome.error?.message.hasSuffix("does not answer") == true)
        #expect(
            outcome.error?.next
                == "the sheet may have reached it: see its queue and what came out before you print it again")
    }

    private static let silence =
        "job 7 waits: the printer does not answer\n  next: switch it on and check its cable or network; "
        + "then it continues by itself"

    @Test(arguments: [ScriptedPrinter.Behaviour.stuttering, .busy])
    func `a printer that does not answer for a moment is asked again`(
        _ behaviour: ScriptedPrinter.Behaviour
    ) async throws {
        let outcome = try await Self.outcome(on: behaviour)
        #expect(outcome.number == 7, "\(outcome)")
        #expect(outcome.said == [Self.silence])
    }

    @Test func `a printer that stays silent, or keeps no record of the job, may have printed it`() async throws {
        let silent = try await Self.outcome(on: .silent, patience: .milliseconds(500))
        #expect(silent.said == [Self.silence])
        let forgetful = try await Self.outcome(on: .forgetful)
        #expect(forgetful.error?.reason == "it does not know the job any more")
        for outcome in [silent, forgetful] {
            #expect(outcome.error?.code == .uncertain, "\(outcome)")
            #expect(
                outcome.error?.next
                    == "see its queue and what came out before you print it again; print the rest with --start")
        }
    }

    /// Its patience would not last for one question without an answer.
    @Test func `a printer that answers for the job and not for itself is not silent`() async throws {
        let outcome = try await Self.outcome(on: .reticent, patience: .zero)
        #expect(outcome.number == 7, "\(outcome)")
        #expect(outcome.said == [])
    }

    @Test(arguments: [
        (
            ScriptedPrinter.Behaviour.holding,
            "job 7 waits: the job is held\n  next: let it go in the printer's queue; then it continues by itself"
        ),
        (
            .stopping,
            "job 7 waits: the printer is stopped\n  next: see its panel, or: lpstat -p; then it continues by itself"
        ),
        (.doubtful, "job 7: the printer says job-completed-with-errors: see what came out"),
    ])
    func `a job does not wait without a word, and does not end so when the printer has doubts`(
        _ behaviour: ScriptedPrinter.Behaviour, _ words: String
    ) async throws {
        let outcome = try await Self.outcome(on: behaviour)
        #expect(outcome.number == 7, "\(outcome)")
        #expect(outcome.said == [words])
    }
}
