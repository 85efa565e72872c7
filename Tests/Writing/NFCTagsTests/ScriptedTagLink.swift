import Chips
import Faults
import NFCTags
import Synchronization
import Testing

/// A link that expects exactly these exchanges, in this order, and answers as written down.
final class ScriptedTagLink: TagLink {
    enum Step: Sendable {
        case select(SelectedTag?)
        /// Command and answer; no answer is an error of the given code.
        case exchange([UInt8], ReplyKind, Result<[UInt8], TagLinkError>)

        static func data(_ command: String, _ answer: String) -> Step {
            .exchange(hex(command), .data, .success(hex(answer)))
        }
        static func write(_ command: String) -> Step {
            .exchange(hex(command), .acknowledgement, .success([]))
        }
        static func fails(
            _ command: String, _ kind: ReplyKind = .data, _ code: TagLinkError.Code = .unknown
        ) -> Step {
            .exchange(hex(command), kind, .failure(.test(code)))
        }
    }

    private let steps: Mutex<[Step]>

    init(_ steps: [Step]) { self.steps = Mutex(steps) }

    convenience init(_ steps: Step...) { self.init(steps) }

    var isFinished: Bool { steps.withLock(\.isEmpty) }

    func select() async throws(TagLinkError) -> SelectedTag? {
        guard case .select(let tag) = next() else {
            Issue.record("unexpected selection")
            return nil
        }
        return tag
    }

    func transceive(_ command: [UInt8], expecting reply: ReplyKind) async throws(TagLinkError) -> [UInt8] {
        guard case .exchange(command, reply, let answer) = next() else {
            Issue.record("unexpected command \(command) for \(reply)")
            throw .test(.unknown)
        }
        return try answer.get()
    }

    private func next() -> Step? {
        steps.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}

extension TagLinkError {
    static func test(_ code: Code) -> TagLinkError {
        TagLinkError(code: code, message: "no answer", reason: "scripted", next: "go on")
    }
}

extension SelectedTag {
    static let ntag = SelectedTag(uid: .ntag, atqa: hex("00 44"), sak: 0x00)
    static let other = SelectedTag(uid: .other, atqa: hex("00 44"), sak: 0x00)
}

extension ChipUID {
    static let ntag = ChipUID("04A1B2C3D4E580") ?? ChipUID.impossible
    static let other = ChipUID("04A1B2C3D4E581") ?? ChipUID.impossible
    private static var impossible: ChipUID { fatalError("a literal is not a UID") }
}
