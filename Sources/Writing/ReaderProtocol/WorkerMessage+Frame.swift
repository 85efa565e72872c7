internal import Faults

extension WorkerMessage {
    public var frame: [UInt8] {
        switch self {
        case .hello(let hello):
            var writer = FrameWriter(kind: 0x01)
            writer.byte(hello.version)
            writer.text(hello.name)
            writer.text(hello.connection)
            writer.number(UInt32(bitPattern: hello.processIdentifier))
            return writer.frame
        case .ready(let description):
            var writer = FrameWriter(kind: 0x02)
            writer.text(description.device)
            writer.text(description.chip)
            writer.byte(description.capabilities.rawValue)
            return writer.frame
        case .failed(let failure):
            var writer = FrameWriter(kind: 0x03)
            for text in [failure.code.rawValue, failure.message, failure.reason, failure.next] { writer.text(text) }
            return writer.frame
        case .answer(let request, let answer):
            var writer = FrameWriter(kind: 0x04)
            writer.number(request)
            answer.write(to: &writer)
            return writer.frame
        case .exchange(let exchange):
            var writer = FrameWriter(kind: 0x05)
            exchange.write(to: &writer)
            return writer.frame
        }
    }

    /// Reads one payload, without its length.
    public init(payload: [UInt8]) throws(ProtocolError) {
        var reader = PayloadReader(payload)
        switch try reader.byte() {
        case 0x01:
            self = .hello(
                Hello(
                    version: try reader.byte(), name: try reader.text(), connection: try reader.text(),
                    processIdentifier: Int32(bitPattern: try reader.number())))
        case 0x02:
            self = .ready(
                ReaderDescription(
                    device: try reader.text(), chip: try reader.text(),
                    capabilities: ReaderCapabilities(rawValue: try reader.byte())))
        case 0x03:
            self = .failed(
                ReaderFailure(
                    code: try reader.text(), message: try reader.text(), reason: try reader.text(),
                    next: try reader.text()))
        case 0x04:
            self = .answer(request: try reader.number(), try Answer(from: &reader))
        case 0x05:
            self = .exchange(try TracedExchange(from: &reader))
        case let kind:
            throw .unknownKind(kind)
        }
        try reader.end()
    }
}

extension Answer {
    fileprivate func write(to writer: inout FrameWriter) {
        switch self {
        case .noTag:
            writer.byte(0)
        case .selected(let selection):
            writer.byte(1)
            selection.write(to: &writer)
        case .data(let bytes):
            writer.byte(2)
            writer.bytes(bytes)
        case .tagFailed(let text):
            writer.byte(3)
            writer.text(text)
        case .readerFailed(let text):
            writer.byte(4)
            writer.text(text)
        case .unsupported(let text):
            writer.byte(6)
            writer.text(text)
        case .several(let selections):
            writer.byte(5)
            writer.byte(UInt8(truncatingIfNeeded: selections.count))
            for selection in selections { selection.write(to: &writer) }
        }
    }

    fileprivate init(from reader: inout PayloadReader) throws(ProtocolError) {
        switch try reader.byte() {
        case 0: self = .noTag
        case 1: self = .selected(try Selection(from: &reader))
        case 2: self = .data(try reader.bytes())
        case 3: self = .tagFailed(try reader.text())
        case 4: self = .readerFailed(try reader.text())
        case 5:
            var selections: [Selection] = []
            for _ in 0..<(try reader.byte()) { selections.append(try Selection(from: &reader)) }
            self = .several(selections)
        case 6: self = .unsupported(try reader.text())
        case let kind: throw .unknownKind(kind)
        }
    }
}
