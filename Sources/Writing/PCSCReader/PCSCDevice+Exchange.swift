internal import ReaderProtocol

extension PCSCDevice {
    /// The longest command in bytes: with any dialect's envelope it fits into a short APDU, which holds 255.
    private static let longestCommand = 240

    /// One command to the selected tag. Nothing is sent twice, and nothing in a second dialect.
    mutating func transceive(_ command: [UInt8], _ reply: Request.Reply) -> Answer {
        guard (1...Self.longestCommand).contains(command.count) else {
            return .readerFailed("a command has 1 to \(Self.longestCommand) bytes, this one has \(command.count)")
        }
        guard let card else { return .tagFailed("no tag is selected") }
        do {
            switch (reply, family) {
            case (.apdu, _): return .data(try card.transmit(command).bytes)
            case (.data, .type2), (.acknowledgement, .type2):
                return try exchangeMemory(command, expecting: reply, over: card)
            case (.data, .type5) where description.capabilities.contains(.type5Raw):
                return try exchange(command, .data, in: TransparentSession(standard: .vicinity), over: card)
            case (.plain, .type5) where description.capabilities.contains(.type5):
                return try exchangeBlock(command, over: card)
            case (.data, _), (.acknowledgement, _), (.plain, _):
                return .unsupported("this reader has no such command for this kind of tag")
            }
        } catch {
            return failedExchange(error)
        }
    }

    private mutating func exchangeMemory(
        _ command: [UInt8], expecting reply: Request.Reply, over card: PCSCCard
    ) throws(PCSCStatus) -> Answer {
        guard let dialect else {
            guard let translated = MemoryCommands.translated(command) else {
                return .unsupported("this reader lets no such command through")
            }
            var bytes: [UInt8] = []
            for part in translated {
                switch MemoryCommands.outcome(try card.transmit(part)) {
                case .bytes(let data): bytes += data
                case .acknowledged: break
                case .failed(let text): return .tagFailed(text)
                }
            }
            return .data(bytes)
        }
        return try exchange(command, reply, in: dialect, over: card)
    }

    /// A block of a Type 5 tag by the reader's own commands.
    private mutating func exchangeBlock(_ request: [UInt8], over card: PCSCCard) throws(PCSCStatus) -> Answer {
        guard let command = MemoryCommands.translated(vicinity: request) else {
            return .unsupported("this reader has no such command for Type 5 tags")
        }
        endSession()
        switch MemoryCommands.outcome(try card.transmit(command)) {
        case .bytes(let bytes): return .data(request == [0x01] ? Self.leadingE0(bytes) : bytes)
        case .acknowledged: return .data([])
        case .failed(let text): return .tagFailed(text)
        }
    }

    private mutating func exchange(
        _ command: [UInt8], _ reply: Request.Reply, in dialect: any RawDialect, over card: PCSCCard
    ) throws(PCSCStatus) -> Answer {
        guard try beginSession(dialect, card) else { return .tagFailed("the reader opens no session") }
        switch (dialect.unwrapped(try card.transmit(dialect.wrapped(command))), reply) {
        case (.bytes(let bytes), .data): return .data(bytes)
        case (.acknowledged, .acknowledgement): return .data([])
        case (.failed(let text), _): return .tagFailed(text)
        case (.bytes, _), (.acknowledged, _): return .tagFailed("the tag answered something else than was expected")
        }
    }

    private mutating func beginSession(_ dialect: any RawDialect, _ card: PCSCCard) throws(PCSCStatus) -> Bool {
        guard !isInSession else { return true }
        for command in dialect.opening {
            isInSession = true
            guard dialect.isAccepted(try card.transmit(command)) else { return false }
        }
        isInSession = true
        return true
    }

    /// Closes the session, if there is one. The loss of power closes it too, and follows where this fails.
    mutating func endSession() {
        guard isInSession else { return }
        isInSession = false
        guard let closing = dialect?.closing, let card else { return }
        _ = try? card.transmit(closing)
    }

    private mutating func failedExchange(_ status: PCSCStatus) -> Answer {
        switch status.meaning {
        case .noTag, .mute, .tagFailed, .resetByOther: .tagFailed(status.text)
        case .held, .readerGone, .serviceGone, .refused, .other: .readerFailed(status.text)
        }
    }
}
