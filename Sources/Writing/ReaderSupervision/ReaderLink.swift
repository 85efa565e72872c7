internal import Chips
public import Faults
public import NFCTags
internal import ReaderProtocol

/// A reader as a tag link: every call is one question to whichever worker serves the reader at the time.
///
/// A worker's death in the middle is an error of that one call, and the link continues with the next worker.
public struct ReaderLink: TagLink {
    private let slot: ReaderSlot

    /// How long a worker may take over a question. libnfc's own limit is one second, and a selection may run
    /// into it twice.
    private static let limit = Duration.seconds(3)

    init(_ slot: ReaderSlot) {
        self.slot = slot
    }

    public func select() async throws(TagLinkError) -> SelectedTag? {
        switch try await ask(.select) {
        case .noTag: return nil
        case .selected(let selection): return try Self.tag(selection)
        case .several(let selections):
            var tags: [SelectedTag] = []
            for selection in selections { tags.append(try Self.tag(selection)) }
            // One phone, which calls itself something else each time. The last name is the one that it was selected by.
            if let last = tags.last, tags.allSatisfy(\.uid.isRandom) { return last }
            throw .severalTags(tags.map(\.uid))
        case .tagFailed(let text): throw .tagFailed(text)
        case .readerFailed(let text): throw .readerGone(slot.name, text)
        case .data, .unsupported: throw .readerGone(slot.name, "the worker answered a selection with data")
        }
    }

    public func transceive(_ command: [UInt8], expecting reply: ReplyKind) async throws(TagLinkError) -> [UInt8] {
        switch try await ask(.transceive(command: command, Request.Reply(reply))) {
        case .data(let bytes):
            slot.noteAnswer()
            return bytes
        case .tagFailed(let text): throw .tagFailed(text)
        case .readerFailed(let text): throw .readerGone(slot.name, text)
        case .unsupported(let text): throw .unsupported(slot.name, text)
        case .noTag, .selected, .several: throw .readerGone(slot.name, "the worker answered a command with a selection")
        }
    }

    private static func tag(_ selection: Selection) throws(TagLinkError) -> SelectedTag {
        guard let uid = ChipUID(selection.uid) else {
            throw .tagFailed("the tag's UID has \(selection.uid.count) bytes")
        }
        switch selection.evidence {
        case .listed(let atqa, let sak, let ats): return SelectedTag(uid: uid, atqa: atqa, sak: sak, ats: ats)
        case .family(let family, _, let dsfid):
            return SelectedTag(uid: uid, family: SelectedTag.Family(family), dsfid: dsfid)
        }
    }

    public var capabilities: LinkCapabilities {
        LinkCapabilities(rawValue: (slot.snapshot.description?.capabilities ?? []).rawValue)
    }

    private func ask(_ request: Request) async throws(TagLinkError) -> Answer {
        guard let worker = slot.worker else {
            throw .readerGone(slot.name, "its worker is not running")
        }
        do {
            let answer = try await worker.ask(request, within: Self.limit)
            // The worker says so and ends.
            if case .readerFailed = answer { slot.giveUp(on: worker) }
            return answer
        } catch {
            slot.giveUp(on: worker)
            switch error {
            case .ended: throw .readerGone(slot.name, "its worker ended in the middle of an exchange")
            case .late:
                slot.endStuckWorker()
                throw .late(slot.name, after: Self.limit)
            }
        }
    }
}

extension Request.Reply {
    fileprivate init(_ kind: ReplyKind) {
        self =
            switch kind {
            case .data: .data
            case .acknowledgement: .acknowledgement
            case .apdu: .apdu
            case .plain: .plain
            }
    }
}

extension SelectedTag.Family {
    fileprivate init(_ family: TagFamily) {
        self =
            switch family {
            case .unknown: .unknown
            case .classic: .classic
            case .type2: .type2
            case .type4: .type4
            case .type5: .type5
            }
    }
}
