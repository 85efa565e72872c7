import API
import ArgumentParsing
import Registry

/// Shows a write job as it goes on: lines for what is done, a last line for what is to be done next.
struct WritePrinter {
    private let asJSON: Bool
    private(set) var status = ArgumentParsing.ExitStatus.failed
    private var nextSign = ""

    init(asJSON: Bool) {
        self.asJSON = asJSON
    }

    mutating func show(_ event: WriteEvent) throws {
        if asJSON {
            Terminal.result(try JSONText.line(event))
        } else {
            showToPerson(event)
        }
        switch event.type {
        case .finished: status = .done
        // What is written is written: the rest can be written later.
        case .cancelled: status = event.done > 0 ? .partlyDone : .interrupted
        case .failed: status = event.done > 0 ? .partlyDone : .failed
        default: break
        }
    }

    private mutating func showToPerson(_ event: WriteEvent) {
        let count = "\(event.done)/\(event.total)"
        let sign = [event.tag?.text, event.store?.text, event.placement].compactMap { $0 }.joined(separator: " · ")
        switch event.type {
        case .next:
            nextSign = sign
            Terminal.progress("\(count)  put a tag on the reader for: \(sign)")
        case .presented:
            Terminal.progress("\(count)  reading \(event.uid?.hexadecimal ?? "")")
        case .writing:
            Terminal.progress("\(count)  writing \(sign): leave the tag on the reader")
        case .written:
            line("✓", "32", "\(count)  \(sign)  \(event.product ?? "") \(event.uid?.hexadecimal ?? "")")
        case .confirmed:
            line("✓", "32", "\(count)  \(sign)  was written before and is right")
        case .refused, .interrupted:
            problem(event)
        case .readerLost:
            problem(event)
            Terminal.progress("\(count)  waiting for the reader")
        case .readerBack:
            Terminal.progress("\(count)  the reader is back")
        case .finished:
            Terminal.endProgress()
            Terminal.result("done: \(event.done) of \(event.total) tags are written and read back")
        case .cancelled:
            Terminal.endProgress()
            Terminal.result("stopped: \(event.done) of \(event.total) tags are written; the same command goes on")
        case .failed:
            problem(event)
        }
    }

    private func line(_ mark: String, _ colour: String, _ text: String) {
        Terminal.endProgress()
        Terminal.result(Terminal.showsColour ? "\u{1B}[\(colour)m\(mark)\u{1B}[0m \(text)" : "\(mark) \(text)")
    }

    /// A bell, because whoever packs tags looks at their hands.
    private func problem(_ event: WriteEvent) {
        Terminal.endProgress()
        if Terminal.showsProgress { Terminal.note("\u{07}") }
        Terminal.complain(
            Explanation(message: event.message ?? "", reason: event.why ?? "", next: event.next ?? ""))
        if event.type == .refused, !nextSign.isEmpty {
            Terminal.progress("\(event.done)/\(event.total)  put a tag on the reader for: \(nextSign)")
        }
    }
}
