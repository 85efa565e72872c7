/// The reader's side of ISO/IEC 14443-4: activates the selected tag with RATS and carries commands to it in blocks, as
/// a PN532 does behind InDataExchange. A block without a good answer is not repeated.
public struct BlockInitiator: Sendable {
    /// The answer to RATS, its length byte included.
    public let ats: [UInt8]
    private let room: Int
    private var number: UInt8 = 0

    /// Sends RATS to the tag that is selected; nil when it does not answer.
    public init?(activatingTagOn antenna: Antenna) {
        guard case .bytes(let ats) = antenna.exchange([0xE0, 0x50]).response, ats.count == ats.first.map(Int.init)
        else { return nil }
        self.ats = ats
        let code = ats.count > 1 ? Int(ats[1] & 0x0F) : 2
        room = BlockResponder.frameSizes[min(code, 8)] - 3
    }

    /// Sends one command and returns its answer. The delay is that of all blocks together.
    public mutating func exchange(_ command: [UInt8], over antenna: Antenna) -> Exchange {
        var delay = Duration.zero
        var rest = command[...]
        var reply: [UInt8]
        repeat {
            let part = rest.prefix(room)
            rest = rest.dropFirst(part.count)
            let control = 0x02 | number | (rest.isEmpty ? 0x00 : Self.more)
            switch send([control] + part, over: antenna, &delay) {
            case .success(let block): reply = block
            case .failure(let failure): return Exchange(response: failure.response, delay: delay)
            }
        } while !rest.isEmpty

        var answer = reply.dropFirst()
        while reply[0] & Self.more != 0 {
            switch send([0xA2 | number], over: antenna, &delay) {
            case .success(let block): reply = block
            case .failure(let failure): return Exchange(response: failure.response, delay: delay)
            }
            answer += reply.dropFirst()
        }
        return Exchange(response: .bytes(Array(answer)), delay: delay)
    }

    /// The bit of an I-block that says that more of them follow.
    private static let more: UInt8 = 0x10

    private struct Failure: Error {
        let response: TagResponse
    }

    /// One block and the block that answers it, which has the same number.
    private mutating func send(
        _ block: [UInt8], over antenna: Antenna, _ delay: inout Duration
    ) -> Result<[UInt8], Failure> {
        var exchange = antenna.exchange(block)
        delay += exchange.delay
        // S(WTX): the card needs longer and is given what it asks for.
        while case .bytes(let request) = exchange.response, request.count == 2, request[0] == 0xF2 {
            exchange = antenna.exchange([0xF2, request[1] & 0x3F])
            delay += exchange.delay
        }
        guard case .bytes(let reply) = exchange.response, let control = reply.first else {
            return .failure(Failure(response: exchange.response))
        }
        guard control & 0x01 == number else { return .failure(Failure(response: .silence)) }
        number ^= 1
        return .success(reply)
    }
}
