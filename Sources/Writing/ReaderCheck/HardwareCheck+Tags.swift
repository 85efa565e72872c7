internal import Chips
internal import Faults
internal import NDEF
internal import NFCTags

extension HardwareCheck {
    /// What is written as a station would write it.
    static let url = "https://example.com/reader-check"

    /// Waits for a tag that can be used, saying what is wrong with those that cannot; nil when none comes in time, or none
    /// that may be overwritten.
    func usableTag(_ kind: SpareTag) async throws -> (tag: SelectedTag, session: TagSession)? {
        bench.instruct("Put \(kind.words) on the reader, and leave it there.")
        var refused: SelectedTag?
        return try await waitFor { selected in
            guard let selected, selected != refused else { return nil }
            switch try await verdict(on: selected, kind) {
            case .usable(let session): return (selected, session)
            case .passing: return nil
            case .useless(let reason):
                refused = selected
                bench.instruct("Tag \(selected.uid) is of no use here: \(reason). Put \(kind.words) there instead.")
                return nil
            }
        }
    }

    private enum TagVerdict {
        case usable(TagSession)
        /// It may have been moved: look again.
        case passing
        case useless(String)
    }

    private func verdict(on selected: SelectedTag, _ kind: SpareTag) async throws -> TagVerdict {
        guard selected.family == kind.family else { return .useless("it is not \(kind.words)") }
        do {
            let session = try await TagSession.identify(selected, over: link)
            guard kind.isRight(session) else { return .useless("it is an \(session.productName)") }
            guard kind != .type4 else { return .usable(session) }
            let message = try NDEFMessage(uri: Self.url)
            let image = try await session.readImage(for: message)
            // One that holds the check's own URL already needs no plan, and would be written all the same.
            guard !image.forbidsWriting else { return .useless("its capability container forbids writing") }
            _ = try WritePlan(writing: message, to: image, givingUp: .data)
            let content = try await session.readContent()
            guard overwrites || Self.isSpare(content) else {
                return .useless("it holds \(Self.words(for: content)), so that it may be in use")
            }
            return .usable(session)
        } catch let error as TagError {
            if error.code == .readerFailed { _ = await bench.isReaderBack() }
            return error.recovery == .selectAgain || error.code == .readerFailed ? .passing : .useless(error.reason)
        }
    }

    /// Nothing is lost with it: a tag from the factory, or one of an earlier check. What cannot be read as NDEF may be
    /// another system's; a check that was interrupted leaves such bytes only where power was lost within a command.
    private static func isSpare(_ content: TagContent) -> Bool {
        switch content {
        case .unformatted, .blank, .empty, .url(url): true
        case .url, .other, .damaged: false
        }
    }

    private static func words(for content: TagContent) -> String {
        switch content {
        case .url(let url): url
        case .damaged(let reason): "data that is not an NDEF message (\(reason))"
        case .unformatted, .blank, .empty, .other: "a message"
        }
    }
}

extension SpareTag {
    fileprivate var family: SelectedTag.Family {
        switch self {
        case .ntag, .pair: .type2
        case .type4: .type4
        case .type5: .type5
        }
    }

    /// An unknown product is one whose reader does not let it be asked what it is.
    fileprivate func isRight(_ session: TagSession) -> Bool {
        switch self {
        case .ntag, .pair: session.product?.signer == .ntag21x || session.product?.isKnown == false
        case .type4, .type5: true
        }
    }
}
