import Faults
import NFCTags
import Synchronization

/// A link under which something happens after so many commands, but never between the question for the UID and the
/// command behind it: no reader that chooses the tag can prevent that.
final class SwappingLink: TagLink {
    private let link: EmulatedTagLink
    private let left: Mutex<Int>
    private let event: @Sendable () -> Void

    init(_ link: EmulatedTagLink, after count: Int, event: @escaping @Sendable () -> Void) {
        self.link = link
        left = Mutex(count)
        self.event = event
    }

    var capabilities: LinkCapabilities { get async { link.capabilities } }

    func select() async throws(TagLinkError) -> SelectedTag? { try await link.select() }

    func transceive(_ command: [UInt8], expecting reply: ReplyKind) async throws(TagLinkError) -> [UInt8] {
        defer {
            let isDue = left.withLock { left in
                left -= left > 1 || (left == 1 && command != [0x01]) ? 1 : 0
                let isDue = left == 0
                if isDue { left = -1 }
                return isDue
            }
            if isDue { event() }
        }
        return try await link.transceive(command, expecting: reply)
    }
}

/// A link under which something happens once, right after the first command of a kind.
final class StartledLink: TagLink {
    private let link: EmulatedTagLink
    private let beginnings: [[UInt8]]
    private let event: @Sendable () -> Void
    private let isOver = Mutex(false)

    /// `beginnings`: how commands of the kind begin.
    init(_ link: EmulatedTagLink, byOneOf beginnings: [[UInt8]], event: @escaping @Sendable () -> Void) {
        self.link = link
        self.beginnings = beginnings
        self.event = event
    }

    var capabilities: LinkCapabilities { get async { link.capabilities } }

    func select() async throws(TagLinkError) -> SelectedTag? { try await link.select() }

    func transceive(_ command: [UInt8], expecting reply: ReplyKind) async throws(TagLinkError) -> [UInt8] {
        defer {
            let isDue =
                beginnings.contains { command.starts(with: $0) }
                && isOver.withLock { isOver in
                    defer { isOver = true }
                    return !isOver
                }
            if isDue { event() }
        }
        return try await link.transceive(command, expecting: reply)
    }
}

/// A link over which one command of a Type 5 tag gets no answer.
struct DeafLink: TagLink {
    private let link: EmulatedTagLink
    private let code: UInt8

    init(_ link: EmulatedTagLink, to code: UInt8) {
        self.link = link
        self.code = code
    }

    var capabilities: LinkCapabilities { get async { link.capabilities } }

    func select() async throws(TagLinkError) -> SelectedTag? { try await link.select() }

    func transceive(_ command: [UInt8], expecting reply: ReplyKind) async throws(TagLinkError) -> [UInt8] {
        let sent = command[1] == code ? [command[0], 0x7F] : command
        return try await link.transceive(sent, expecting: reply)
    }
}
