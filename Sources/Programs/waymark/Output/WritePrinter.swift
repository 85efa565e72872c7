import API
import ArgumentParsing
import Chips
import Faults
import Registry
import UnixSystem

/// Shows a write job in progress: lines for what is done, and below them one line for each reader with what is to be
/// done there next.
struct WritePrinter {
    private let asJSON: Bool
    private let batch: BatchName
    private let picking: Bool
    private(set) var status = ArgumentParsing.ExitStatus.failed
    private var block = StatusBlock()
    /// What is to be done at each reader, or at all of them (nil); and the sign that was shown there.
    private var activity: [ReaderName?: String] = [:]
    private var signs: [ReaderName?: String] = [:]
    private var readers: Set<ReaderName> = []

    init(asJSON: Bool, of job: WriteJob) {
        self.asJSON = asJSON
        batch = job.batch
        picking = job.picking
    }

    /// `isOwnEnding`: a signal asked this command to end, so that the job's end is its own.
    mutating func show(_ event: WriteEvent, isOwnEnding: Bool) throws {
        if asJSON {
            Terminal.result(try JSONText.line(event))
        } else {
            showToPerson(event, isOwnEnding: isOwnEnding)
        }
        switch event.type {
        case .finished: status = .done
        // What is written is written: the rest can be written later.
        case .paused, .cancelled: status = .partlyDone
        case .failed: status = event.done > 0 ? .partlyDone : .failed
        default: break
        }
    }

    /// Shows nothing more: the job continues without this command.
    mutating func stop() { block.clear() }

    private mutating func showToPerson(_ event: WriteEvent, isOwnEnding: Bool) {
        let sign = [event.tag?.text, event.store?.text, event.placement].compactMap { $0 }.joined(separator: " · ")
        if let reader = event.reader { readers.insert(reader) }
        switch event.type {
        case .next:
            signs[event.reader] = sign
            rest(at: event.reader)
        case .scan:
            signs[nil] = nil
            rest(at: nil)
        case .nothingLeft:
            signs[event.reader] = nil
            activity[event.reader] = "no sign is left for a new tag: \(event.why ?? "")"
        case .presented: activity[event.reader] = "reading \(event.uid?.hexadecimal ?? "")"
        case .writing: activity[event.reader] = "writing \(sign): leave the tag on the reader"
        case .written:
            line(event, .good, text: "\(sign)  \(event.product ?? "") \(event.uid?.hexadecimal ?? "")")
            rest(at: event.reader)
        case .confirmed:
            line(event, .good, text: "\(sign)  was written before and is right")
            rest(at: event.reader)
        case .skipped: line(event, .plain, text: "\(sign)  is left for later")
        case .redone:
            line(event, .plain, text: "\(sign)  is to be written again: destroy chip \(event.uid?.hexadecimal ?? "")")
        case .joined: line(event, .plain, text: "this reader writes, too")
        case .entered: line(event, .plain, text: "\(event.by ?? "") takes part in this job, too")
        case .left: line(event, .plain, text: "\(event.by ?? "") has left this job")
        case .refused, .interrupted:
            problem(event)
            rest(at: event.reader)
        case .readerLost:
            problem(event)
            activity[event.reader] = "waiting for the reader"
        case .waiting:
            problem(event)
            activity[event.reader] = "waiting for the station's disk: leave the tag on the reader"
        case .readerBack, .goingOn:
            rest(at: event.reader)
        case .finished: end("done: \(event.done) of \(event.total) tags are written and read back")
        case .paused:
            let words = event.by.map { "paused by \($0)" } ?? "paused"
            end("\(words): \(event.done) of \(event.total) tags are written; to go on: waymark batch resume \(batch)")
        case .cancelled:
            let words = isOwnEnding ? "stopped" : event.by.map { "ended by \($0)" } ?? "stopped: the station ends"
            end("\(words): \(event.done) of \(event.total) tags are written; run the command again to continue")
        case .failed: problem(event)
        }
        guard !event.isLast else { return }
        block.show(lines(event))
    }

    /// What is to be done at a reader while nothing happens there.
    private mutating func rest(at reader: ReaderName?) {
        activity[reader] =
            if picking {
                reader != nil ? nil : signs[nil].map { "put on the tag of: \($0)" } ?? "scan the code of the next sign"
            } else {
                signs[reader].map { "put a tag on the reader for: \($0)" }
            }
    }

    private func lines(_ event: WriteEvent) -> [String] {
        let count = "\(event.done)/\(event.total)"
        return activity.sorted { ($0.key?.text ?? "") < ($1.key?.text ?? "") }.map { reader, text in
            [count, name(reader), text].compactMap { $0 }.joined(separator: "  ")
        }
    }

    /// Readers are named when there are several.
    private func name(_ reader: ReaderName?) -> String? { readers.count > 1 ? reader?.text : nil }

    private enum Mark {
        case good
        case plain
    }

    private mutating func line(_ event: WriteEvent, _ mark: Mark, text: String) {
        block.clear()
        let count = "\(event.done)/\(event.total)"
        let rest = [count, name(event.reader), text].compactMap { $0 }.joined(separator: "  ")
        switch mark {
        case .good:
            Terminal.bell()
            Terminal.result(.good, rest)
        case .plain: Terminal.result("- \(rest)")
        }
    }

    private mutating func end(_ text: String) {
        block.clear()
        Terminal.result(text)
    }

    /// Two bells, because a person who packs tags looks at their hands.
    private mutating func problem(_ event: WriteEvent) {
        block.clear()
        Terminal.bell(2)
        let message = [name(event.reader), event.message].compactMap { $0 }.joined(separator: ": ")
        StandardError.complain(
            Complaint(
                code: event.code ?? event.type.rawValue, message: message, reason: event.why ?? "",
                next: event.next ?? ""))
    }
}
