internal import Chips
internal import Faults

/// The link to one Type 5 tag that was selected.
struct Type5Connection: Sendable {
    /// Who says which tag a command is for.
    enum Way: Hashable {
        /// The command itself: another tag stays silent.
        case addressed
        /// The reader. So the UID is asked for before every write and every lock.
        case chosenByReader
    }

    let tag: TagConnection
    let way: Way
    /// Whether writes and locks carry the option flag.
    let writesWithOption: Bool

    var uid: ChipUID { tag.uid }

    func ask(_ request: Type5Request, option: Bool = false) async throws(TagError) -> Type5Answer {
        do {
            return try await send(request, option: option)
        } catch {
            if error.concernsReader { throw .readerFailed(uid, error) }
            return error.code == .unsupported ? .unsupported : .nothing
        }
    }

    /// Whether the tag takes a write of what the block holds already. An error that it answers is a refusal; silence counts
    /// as one only several times, while it answers a read each time.
    func takes(_ write: PageWrite) async throws(TagError) -> Bool {
        for _ in 1...TagConnection.refusalAttempts {
            if way == .chosenByReader { try await compareUID() }
            switch try await ask(.write(write), option: writesWithOption) {
            case .good: return true
            case .refused: return false
            case .nothing, .unsupported:
                try await tag.select()
                guard case .good = try await ask(.read(block: write.page), option: way == .addressed) else {
                    throw .unproved(uid)
                }
            }
        }
        return false
    }

    /// One write. Only a good answer says that it was done.
    func write(_ write: PageWrite) async throws(TagError) {
        try await change(.write(write), "writing block \(write.page.pageNumber) of tag \(uid)", "block")
    }

    /// One lock, for ever.
    func lock(_ block: Int) async throws(TagError) {
        try await change(.lock(block: block), "locking block \(block.pageNumber) of tag \(uid)", "lock")
    }

    private func change(_ request: Type5Request, _ deed: String, _ thing: String) async throws(TagError) {
        if way == .chosenByReader { try await compareUID() }
        let cause: TagLinkError?
        let reason: String
        do {
            switch try await send(request, option: writesWithOption) {
            case .good: return
            case .refused(let code):
                throw TagError(
                    code: .commandRefused, message: "tag \(uid) refused a command",
                    reason: "\(deed) was answered with error \(code.hexadecimal)", next: "use another tag")
            case .nothing, .unsupported: (cause, reason) = (nil, "the answer was no answer of a tag")
            }
        } catch let error as TagLinkError {
            if error.concernsReader { throw .readerFailed(uid, error) }
            (cause, reason) = (error, error.reason)
        } catch let error as TagError {
            throw error
        } catch {
            preconditionFailure("a link throws its own errors")
        }
        throw TagError(
            code: .writeUnknown, message: "\(deed) was not acknowledged",
            reason: "\(reason); whether the \(thing) changed is unknown", next: "put the tag on the reader again",
            link: cause)
    }

    /// The tag that the reader sees now.
    private func compareUID() async throws(TagError) {
        let bytes: [UInt8]
        do {
            bytes = try await tag.link.transceive(Type5Request.plainUID, expecting: .plain)
        } catch {
            throw error.concernsReader ? .readerFailed(uid, error) : .tagLost(uid)
        }
        guard let found = ChipUID(bytes) else { throw .tagLost(uid) }
        guard found == uid else { throw .tagChanged(uid, now: found) }
    }

    private func send(_ request: Type5Request, option: Bool) async throws(TagLinkError) -> Type5Answer {
        switch way {
        case .addressed:
            let answer = try await tag.link.transceive(
                request.frame(for: uid.bytes, option: option), expecting: .data)
            switch answer.first {
            case 0x00: return .good(Array(answer.dropFirst()))
            case let flags? where flags & 0x01 == 1 && answer.count == 2: return .refused(answer[1])
            default: return .nothing
            }
        case .chosenByReader: return .good(try await tag.link.transceive(request.plain, expecting: .plain))
        }
    }
}
