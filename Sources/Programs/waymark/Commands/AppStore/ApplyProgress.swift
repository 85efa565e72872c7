import AppStoreClient
import AppStoreConnect
import ArgumentParsing
import Faults
import Synchronization
import UnixSystem

/// Shows a plan while it is carried out: a line that is rewritten on a terminal, a JSON line for each step otherwise.
final class ApplyProgress: Sendable {
    private struct Counts {
        var open = 0
        var done = 0
        var failed = 0
    }

    private let asJSON: Bool
    private let counts = Mutex(Counts())

    init(asJSON: Bool) { self.asJSON = asJSON }

    /// A line of `appstore apply --json`.
    private struct Line: Encodable {
        /// A step that was accepted and does not show.
        struct Unseen: Encodable {
            let step: String
            let url: String
            let id: String?

            init(_ step: ConnectPlan.Step) {
                self.step = step.verb
                url = step.url
                id = step.identifier
            }
        }

        let schema = 1
        let type: String
        var step: String?
        var url: String?
        var id: String?
        var code: String?
        var message: String?
        var why: String?
        var steps: Int?
        var done: Int?
        var failed: Int?
        var requests: Int?
        var unseen: [Unseen]?
        var findings: [ConnectPlan.Finding]?
    }

    func show(_ event: CarryingEvent) {
        let text = counts.withLock { counts -> String in
            switch event {
            case .looked(let steps): counts = Counts(open: steps)
            case .done: counts.done += 1
            case .failed: counts.failed += 1
            }
            return "\(counts.done)/\(counts.open) done"
                + (counts.failed > 0 ? ", \(counts.failed) to be tried again" : "")
        }
        if asJSON {
            print(line(event))
        } else {
            Terminal.progress(text)
        }
    }

    private func line(_ event: CarryingEvent) -> Line {
        switch event {
        case .looked(let steps): Line(type: "looked", steps: steps)
        case .done(let step): Line(type: "done", step: step.verb, url: step.url, id: step.identifier)
        case .failed(let step, let error):
            Line(
                type: "retry", step: step.verb, url: step.url, id: step.identifier, code: error.code.rawValue,
                message: error.message, why: error.reason)
        }
    }

    private func print(_ line: Line) {
        guard let text = try? JSONText.line(line) else { return }
        Terminal.result(text)
    }

    /// The last words, and how the command ends.
    func end(_ result: CarryingResult, requests: Int) async throws -> ArgumentParsing.ExitStatus {
        Terminal.endProgress()
        let open = result.left
        for failure in result.failures {
            let error = failure.error
            StandardError.complain(
                Complaint(
                    code: error.code.rawValue, message: "\(failure.step.verb) \(failure.step.url): \(error.message)",
                    reason: error.reason, next: error.next))
        }
        let stop = result.stoppedBy.map { Explanation($0) }
        if let stop { StandardError.complain(stop.fault) }
        for step in result.unseen {
            Terminal.note(
                "\(step.verb) \(step.url): App Store Connect accepted it and does not show it; look again later")
        }
        if asJSON {
            print(
                Line(
                    type: "finished", done: result.done, failed: open, requests: requests,
                    unseen: result.unseen.map { Line.Unseen($0) }, findings: result.findings))
        } else {
            for finding in result.findings { Terminal.result(PlanText.text(of: finding)) }
            Terminal.result(
                result.done == 0 && open == 0 && stop == nil
                    ? "nothing to do: App Store Connect is as the deployment says"
                    : "\(count(result.done, "step")) done with \(count(requests, "request"))"
                        + (open > 0 ? ", \(open) left" : ""))
        }
        if let stop { return result.done > 0 ? .partlyDone : stop.status }
        if open > 0 { return result.done > 0 ? .partlyDone : .failed }
        return result.findings.isEmpty && result.unseen.isEmpty ? .done : .findings
    }
}
