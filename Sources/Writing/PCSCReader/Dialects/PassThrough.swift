internal import TextCoding

/// Identiv uTrust 37xx F: FF EF. See: uTrust 3720 F manual; ran on a 3700 F and a 3720 F (pcsc-read-ndef)
struct PassThrough: RawDialect {
    let opening: [[UInt8]] = []
    let closing: [UInt8]? = nil

    func wrapped(_ command: [UInt8]) -> [UInt8] { [0xFF, 0xEF, 0x00, 0x00, UInt8(command.count)] + command }

    func isAccepted(_ answer: CardAnswer) -> Bool { answer.isDone }

    /// No bytes are silence; four bits come as one byte.
    func unwrapped(_ answer: CardAnswer) -> TagAnswer {
        guard answer.isDone else {
            return .failed("the reader answered \(Hexadecimal.uppercase(answer.bytes.suffix(2)))")
        }
        let bytes = answer.data
        guard !bytes.isEmpty else { return .failed("the tag is silent") }
        guard bytes.count == 1, bytes[0] < 0x10 else { return .bytes(bytes) }
        return bytes[0] == 0x0A ? .acknowledged : .failed("the tag refuses (\(Hexadecimal.uppercase(bytes)))")
    }
}
