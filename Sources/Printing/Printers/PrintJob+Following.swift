import CCUPS
internal import Faults

/// How far a printer says that a job is.
private enum JobProgress {
    /// All of it came out. With what the printer says that makes it doubtful.
    case printed(doubts: [String])
    case waits([PrinterTrouble])
    /// It was not printed, or not all of it: why.
    case ended(String)
    /// The printer does not know the job any more.
    case forgotten
}

extension PrintJob {
    /// Asks once a second until the job has ended (RFC 8011, 5.3.7). A printer that does not answer for a while may be
    /// printing all the same: to print once more is never the advice.
    func follow(_ job: Int32, over connection: borrowing IPPConnection, _ report: (String) -> Void) async throws {
        var said: [PrinterTrouble] = []
        var silentSince: ContinuousClock.Instant?
        while true {
            var progress = JobProgress.waits([.silent])
            do {
                progress = try Self.progress(of: job, over: connection)
                silentSince = nil
            } catch {
                // A question may take long itself before it fails.
                let since = silentSince ?? ContinuousClock.now
                silentSince = since
                guard ContinuousClock.now - since < patience else {
                    let reason = "it does not say how far the job is: \(error.reason)"
                    throw Self.uncertain(job, on: connection.printer, reason)
                }
            }
            switch progress {
            case .printed(let doubts):
                if !doubts.isEmpty {
                    report("job \(job): the printer says \(doubts.joined(separator: ", ")): see what came out")
                }
                return
            case .waits(let troubles):
                Self.say(troubles, after: said, of: job, report)
                said = troubles
            case .ended(let reason):
                throw PrintingError(
                    code: .notPrinted, message: "job \(job) on printer \(connection.printer) was not printed",
                    reason: reason, next: "see what came out; print the rest with --start")
            case .forgotten:
                throw Self.uncertain(job, on: connection.printer, "it does not know the job any more")
            }
            try await Task.sleep(for: .seconds(1))
        }
    }

    private static func uncertain(_ job: Int32, on printer: String, _ reason: String) -> PrintingError {
        PrintingError(
            code: .uncertain, message: "whether printer \(printer) has printed job \(job) is not known", reason: reason,
            next: "see its queue and what came out before you print it again; print the rest with --start")
    }

    private static func say(
        _ troubles: [PrinterTrouble], after said: [PrinterTrouble], of job: Int32, _ report: (String) -> Void
    ) {
        guard troubles != said else { return }
        for trouble in troubles where !said.contains(trouble) {
            report("job \(job) waits: \(trouble.reason)\n  next: \(trouble.next); then it continues by itself")
        }
        if troubles.isEmpty { report("job \(job) continues") }
    }

    /// What a printer may say of a job that it calls completed (RFC 8011, 5.3.8). The last: it went to a device that
    /// says nothing.
    private static let doubts: Set<String> = [
        "job-completed-with-errors", "job-completed-with-warnings", "queued-in-device",
    ]

    private static func progress(
        of job: Int32, over connection: borrowing IPPConnection
    ) throws(PrintingError) -> JobProgress {
        // A printer need not keep a job that has ended (RFC 8011, 5.3.7.2); CUPS does not with PreserveJobHistory No.
        let gone = [IPP_STATUS_ERROR_NOT_FOUND, IPP_STATUS_ERROR_GONE]
        let state = try connection.answer(
            to: connection.request(IPP_OP_GET_JOB_ATTRIBUTES, job: job), accepting: gone)
        guard !gone.contains(state.status) else { return .forgotten }
        let reasons = state.strings("job-state-reasons").filter { $0 != "none" }
        let number = state.integer("job-state")
        switch number {
        case Int(IPP_JSTATE_COMPLETED.rawValue): return .printed(doubts: reasons.filter { doubts.contains($0) })
        case Int(IPP_JSTATE_CANCELED.rawValue), Int(IPP_JSTATE_ABORTED.rawValue):
            return .ended(reasons.isEmpty ? "the printer ended it" : reasons.joined(separator: ", "))
        default: break
        }
        let troubles = troubles(reasons, connection)
        guard troubles.isEmpty else { return .waits(troubles) }
        // For reasons that are not known here: a job that is held waits for a person.
        switch number {
        case Int(IPP_JSTATE_HELD.rawValue): return .waits([.held])
        case Int(IPP_JSTATE_STOPPED.rawValue): return .waits([.stopped])
        default: return .waits([])
        }
    }

    /// What the job and the printer say is in the way, each once.
    private static func troubles(_ reasons: [String], _ connection: borrowing IPPConnection) -> [PrinterTrouble] {
        do {
            let printer = try connection.answer(to: connection.request(IPP_OP_GET_PRINTER_ATTRIBUTES))
            let troubles = troubles(reasons + printer.strings("printer-state-reasons"))
            let isStopped = printer.integer("printer-state") == Int(IPP_PSTATE_STOPPED.rawValue)
            return troubles.isEmpty && isStopped ? [.stopped] : troubles
        } catch {
            // The printer has answered for the job: what it says of itself is advice alone.
            return troubles(reasons)
        }
    }

    private static func troubles(_ keywords: [String]) -> [PrinterTrouble] {
        var troubles: [PrinterTrouble] = []
        for trouble in keywords.compactMap(PrinterTrouble.init(keyword:)) where !troubles.contains(trouble) {
            troubles.append(trouble)
        }
        return troubles
    }
}
