extension PN532 {
    /// The longest answer of a tag that fits an answer of the chip.
    private static let maximumAnswer = HostFrame.maximumLength - 3

    /// InDataExchange: the chip speaks MIFARE itself. A tag's acknowledgement becomes status 00 without data, its
    /// refusal an error, and COMPATIBILITY_WRITE goes in both its halves.
    mutating func exchangeData(_ parameters: [UInt8]) -> ChipReply {
        guard parameters.count >= 2 else { return .syntaxError }
        let place = Int(parameters[0] & 0x3F) - 1
        guard targets.indices.contains(place) else { return answer(to: 0x40, status: .notAcceptable) }
        guard turn(to: place) else { return answer(to: 0x40, status: .timeout) }
        let command = Array(parameters.dropFirst())
        if targets[place].blocks != nil { return exchangeBlocks(command, with: place) }
        switch command[0] {
        case 0x60, 0x61: return authenticateClassic(command)
        case 0xA0 where command.count == 18:
            let first = antenna.exchange(Array(command[0..<2]))
            guard first.response == .acknowledged else { return dataAnswer(first) }
            return dataAnswer(antenna.exchange(Array(command[2...])))
        default: return dataAnswer(antenna.exchange(command))
        }
    }

    /// A command for a tag that speaks ISO/IEC 14443-4 goes out in blocks.
    private mutating func exchangeBlocks(_ command: [UInt8], with place: Int) -> ChipReply {
        guard let exchange = targets[place].blocks?.exchange(command, over: antenna) else {
            return answer(to: 0x40, status: .notAcceptable)
        }
        return dataAnswer(exchange)
    }

    /// The chip takes 60 and 61 for a MIFARE Classic authentication, which no Type 2 tag can answer. GET_VERSION, the
    /// same byte, needs InCommunicateThru.
    private func authenticateClassic(_ command: [UInt8]) -> ChipReply {
        guard command.count == 12 else { return answer(to: 0x40, status: .notAcceptable) }
        let exchange = antenna.exchange(Array(command[0..<2]))
        let status: ChipStatus = exchange.response == .silence ? .timeout : .authentication
        return answer(to: 0x40, status: status, delay: exchange.delay)
    }

    private func dataAnswer(_ exchange: Exchange) -> ChipReply {
        let delay = exchange.delay
        switch exchange.response {
        case .bytes(let bytes) where bytes.count > Self.maximumAnswer:
            return answer(to: 0x40, status: .bufferTooSmall, delay: delay)
        case .bytes(let bytes): return answer(to: 0x40, [ChipStatus.done.rawValue] + bytes, delay: delay)
        case .acknowledged: return answer(to: 0x40, status: .done, delay: delay)
        case .nibble:
            let status: ChipStatus =
                switch antenna.variant.refusalStatus {
                case .invalidFrame: .invalidReceivedFrame
                case .crc: .crc
                case .timeout: .timeout
                }
            return answer(to: 0x40, status: status, delay: delay)
        case .corrupted: return answer(to: 0x40, status: .crc, delay: delay)
        case .silence: return answer(to: 0x40, status: .timeout, delay: delay)
        }
    }

    /// InCommunicateThru: bytes to the tag and back as they are. The host decides in the registers TxMode and RxMode
    /// who makes and checks the CRC.
    mutating func communicateThrough(_ data: [UInt8]) -> ChipReply {
        // libnfc looks for iCLASS cards with no bytes at all; frames of single bits are
        // for raw anticollision and for tags with a back door: nothing here answers them.
        guard !data.isEmpty, registers.lastBits == 0 else { return answer(to: 0x42, status: .timeout) }
        let exchange = registers.sendsCRC ? antenna.exchange(data) : antenna.exchange(frame: data)
        switch hostView(of: exchange.response) {
        case (.done, let bytes) where bytes.count > Self.maximumAnswer:
            return answer(to: 0x42, status: .bufferTooSmall, delay: exchange.delay)
        case (let status, let bytes):
            return answer(to: 0x42, [status.rawValue] + bytes, delay: exchange.delay)
        }
    }

    /// A 4-bit answer has no CRC: with the CRC check on it is a CRC error, whatever it says. With the check off the
    /// host gets it as a byte, and longer answers with the CRC bytes at their end.
    private func hostView(of response: TagResponse) -> (ChipStatus, [UInt8]) {
        switch (response, registers.checksCRC) {
        case (.silence, _): (.timeout, [])
        case (.bytes(let bytes), true): (.done, bytes)
        case (.nibble, true): (antenna.variant.shortAnswerStatus == .crc ? .crc : .timeout, [])
        case (.corrupted, true): (.crc, [])
        case (.bytes(let bytes), false): (.done, bytes + CRCA.bytes(for: bytes))
        case (.nibble(let value), false): (.done, [value])
        case (.corrupted(let bytes), false):
            bytes.isEmpty ? (.framing, []) : (.done, bytes + CRCA.bytes(for: bytes).map { $0 ^ 0x10 })
        }
    }
}
