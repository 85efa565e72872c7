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
        var (rest, answer, delay) = (command[...], [UInt8](), Duration.zero)
        var block: [UInt8] = []
        func send() -> [UInt8]? {
            let exchange = antenna.exchange(block)
            delay += exchange.delay
            guard case .bytes(let bytes) = exchange.response, !bytes.isEmpty else {
                failure = Exchange(response: exchange.response, delay: delay)
                return nil
            }
            return bytes
        }
        var failure = Exchange(response: .silence, delay: .zero)
        repeat {
            let part = rest.prefix(room)
            rest = rest.dropFirst(part.count)
            block = [0x02 | number | (rest.isEmpty ? 0x00 : 0x10)] + part
            guard let reply = send() else { return failure }
            guard reply[0] & 0x01 == number else { return Exchange(response: .silence, delay: delay) }
            number ^= 1
            if rest.isEmpty { block = reply }
        } while !rest.isEmpty
        answer += block.dropFirst()
        while block[0] & 0x10 != 0 {
            block = [0xA2 | number]
            guard let reply = send() else { return failure }
            number ^= 1
            block = reply
            answer += block.dropFirst()
        }
        return Exchange(response: .bytes(answer), delay: delay)
    }
}
