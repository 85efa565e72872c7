/// Finds frames in the bytes of a serial line. Preambles have any length and wake-up bytes run into the first frame
/// without a gap, so it hunts for the start code 00 FF; a frame with a wrong checksum is dropped without a word.
struct FrameDecoder {
    private var buffer: [UInt8] = []

    /// Takes bytes as they come and returns the frames that they complete.
    mutating func receive(_ bytes: some Sequence<UInt8>) -> [HostFrame] {
        buffer += bytes
        var frames: [HostFrame] = []
        while let step = nextStep() {
            if let frame = step.frame { frames.append(frame) }
            buffer.removeFirst(step.consumed)
        }
        return frames
    }

    private struct Step {
        var frame: HostFrame?
        var consumed: Int
    }

    /// The next frame or the next stretch to skip; nil when more bytes are needed.
    private func nextStep() -> Step? {
        guard let start = startOfCode() else {
            return buffer.count > 1 ? Step(consumed: buffer.count - 1) : nil
        }
        let header = start + 2
        guard buffer.count >= header + 2 else { return start > 0 ? Step(consumed: start) : nil }
        switch (buffer[header], buffer[header + 1]) {
        case (0x00, 0xFF): return Step(frame: .ack, consumed: header + 2)
        case (0xFF, 0x00): return Step(frame: .nack, consumed: header + 2)
        case (0xFF, 0xFF):
            guard buffer.count >= header + 5 else { return nil }
            let length = buffer[(header + 2)...(header + 4)]
            guard length.reduce(0, &+) == 0 else { return Step(consumed: header) }
            return information(
                from: header + 5, length: Int(buffer[header + 2]) << 8 | Int(buffer[header + 3]))
        case (let length, let checksum):
            guard length &+ checksum == 0 else { return Step(consumed: header) }
            return information(from: header + 2, length: Int(length))
        }
    }

    private func information(from start: Int, length: Int) -> Step? {
        guard (1...HostFrame.maximumLength).contains(length) else { return Step(consumed: start) }
        let end = start + length
        guard buffer.count > end else { return nil }
        let data = Array(buffer[start..<end])
        guard data.reduce(buffer[end], &+) == 0 else { return Step(consumed: start) }
        return Step(frame: .information(data), consumed: end + 1)
    }

    private func startOfCode() -> Int? {
        buffer.indices.dropLast().first { buffer[$0] == 0x00 && buffer[$0 + 1] == 0xFF }
    }
}
