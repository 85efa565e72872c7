import Faults
import ReaderProtocol
import Testing

@Suite struct FrameTests {
    static let messages: [WorkerMessage] = [
        .hello(Hello(name: "bench-1", connection: "pn532_uart:/dev/ttyUSB0", processIdentifier: 4_711)),
        .ready(ReaderDescription(device: "pn532_uart:/dev/ttyUSB0", chip: "PN532 v1.6")),
        .failed(ReaderFailure(code: "port-busy", message: "a", reason: "b", next: "c")),
        .answer(request: 7, .noTag),
        .exchange(
            TracedExchange(
                call: "SCardTransmit", sent: [0xFF, 0xCA, 0, 0, 0], received: [0x90, 0], failure: "", start: 17,
                duration: 4_000_000_000)),
        .answer(
            request: .max,
            .selected(Selection(uid: [4, 1, 2, 3, 4, 5, 6], atqa: [0, 0x44], sak: 0, ats: []))),
        .answer(
            request: 3,
            .several([
                Selection(uid: [4, 1, 2, 3, 4, 5, 6], atqa: [0, 0x44], sak: 0, ats: []),
                Selection(uid: [8, 1, 2, 3], atqa: [0, 0x04], sak: 0x20, ats: [0x75, 0x77]),
            ])),
        .answer(request: 0, .data([0x0A])),
        .answer(request: 1, .tagFailed("RF transmission error")),
        .answer(request: 2, .readerFailed("no such device")),
    ]

    static let requests: [Request] = [
        .select, .transceive(command: [0x30, 0x00], .data),
        .transceive(command: [0xA2, 4, 1, 2, 3, 4], .acknowledgement),
    ]

    private func payload(_ frame: [UInt8]) throws -> [UInt8] {
        var splitter = FrameSplitter()
        splitter.append(frame)
        return try #require(try splitter.next())
    }

    @Test(arguments: messages) func `a worker's message comes out as it went in`(message: WorkerMessage) throws {
        #expect(try WorkerMessage(payload: payload(message.frame)) == message)
    }

    @Test(arguments: requests) func `a request comes out as it went in`(request: Request) throws {
        let read = try Request.read(payload(request.frame(number: 99)))
        #expect(read.request == request)
        #expect(read.number == 99)
    }

    @Test func `a transceive request has these bytes`() {
        let frame = Request.transceive(command: [0x30, 0x04], .data).frame(number: 5)
        #expect(frame == [0, 0, 0, 10, 0x82, 0, 0, 0, 5, 0, 0, 2, 0x30, 0x04])
    }

    @Test func `frames are found in a stream cut anywhere`() throws {
        let stream = Self.messages.flatMap(\.frame)
        for size in 1...40 {
            var splitter = FrameSplitter()
            var read: [WorkerMessage] = []
            for start in stride(from: 0, to: stream.count, by: size) {
                splitter.append(stream[start..<min(start + size, stream.count)])
                while let payload = try splitter.next() { read.append(try WorkerMessage(payload: payload)) }
            }
            #expect(read == Self.messages)
        }
    }

    @Test(arguments: messages) func `every shortened message is refused`(message: WorkerMessage) throws {
        let whole = try payload(message.frame)
        for length in 0..<whole.count {
            #expect(throws: ProtocolError.self) { try WorkerMessage(payload: Array(whole.prefix(length))) }
        }
        #expect(throws: ProtocolError.surplus) { try WorkerMessage(payload: whole + [0]) }
    }

    @Test func `a length that no speaker of the protocol sends is refused`() {
        var splitter = FrameSplitter()
        splitter.append([0x47, 0x45, 0x54, 0x20])  // "GET "
        #expect(throws: ProtocolError.tooLong(0x4745_5420)) { try splitter.next() }
        var empty = FrameSplitter()
        empty.append([0, 0, 0, 0])
        #expect(throws: ProtocolError.truncated) { try empty.next() }
    }
}
