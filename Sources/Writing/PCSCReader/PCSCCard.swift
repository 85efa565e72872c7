internal import CPCSC
internal import WorkerService

/// A connection to the tag on a reader, or to a reader without one.
final class PCSCCard {
    private let handle: SCARDHANDLE
    private let trace: ExchangeTrace?
    private var usedProtocol: DWORD
    private var disposition = Disposition.powerOff

    enum Share {
        static let exclusive: DWORD = 1
        static let direct: DWORD = 3
    }

    private enum Disposition {
        static let leave: DWORD = 0
        static let powerOff: DWORD = 2
    }

    /// T=0 or T=1.
    static let anyProtocol: DWORD = 3

    /// Bytes of a buffer for any answer to a short command: 256 of data, 2 of status, and 6 to spare. See: man 3 SCardTransmit
    private static let longestAnswer = 264

    init(
        _ context: SCARDCONTEXT, _ reader: String, share: DWORD, protocols: DWORD, trace: ExchangeTrace? = nil
    ) throws(PCSCStatus) {
        var handle: SCARDHANDLE = 0
        var used: DWORD = 0
        let start = ContinuousClock.now
        let result = unsafe SCardConnect(context, reader, share, protocols, &handle, &used)
        trace?.note("SCardConnect", since: start, failure: PCSCStatus(result)?.text)
        try PCSCStatus.check(result)
        self.handle = handle
        self.trace = trace
        usedProtocol = used
    }

    deinit { SCardDisconnect(handle, disposition) }

    /// Bus and device number of the reader: `SCARD_ATTR_CHANNEL_ID` (00020110), as drivers for USB make it. Nil where the
    /// driver does not say.
    var place: (bus: Int, number: Int)? {
        guard let bytes = attribute(0x0002_0110), bytes.count == 4, bytes[2] == 0x20, bytes[3] == 0 else { return nil }
        return (bus: Int(bytes[1]), number: Int(bytes[0]))
    }

    /// Whether the reader itself says that a tag is there: `SCARD_ATTR_ICC_PRESENCE` (00090300), for which the driver asks
    /// it for the state of its slot. Nil where the driver does not say.
    var isTagThere: Bool? { attribute(0x0009_0300).map { $0 != [0] } }

    /// Leaves the tag as it is when this is done with.
    func release() { disposition = Disposition.leave }

    /// Turns a connection to a reader into one to the tag on it, which gets power anew, whatever pcscd believes to be there.
    /// Without a tag there, pcscd believes afterwards in none, or in a mute one. Wraps `SCardReconnect`.
    func takeTag() throws(PCSCStatus) {
        try cyclePower()
        disposition = Disposition.powerOff
    }

    /// Takes the tag's power away and gives it back: IccPowerOff and IccPowerOn. Wraps `SCardReconnect`.
    func cyclePower() throws(PCSCStatus) {
        let start = ContinuousClock.now
        let result = unsafe SCardReconnect(
            handle, Share.exclusive, Self.anyProtocol, Disposition.powerOff, &usedProtocol)
        trace?.note("SCardReconnect", since: start, failure: PCSCStatus(result)?.text)
        try PCSCStatus.check(result)
    }

    /// Wraps `SCardStatus`: the answer to reset, at most 33 bytes.
    func answerToReset() throws(PCSCStatus) -> [UInt8] {
        var answer = [UInt8](repeating: 0, count: 33)
        var length = DWORD(answer.count)
        let start = ContinuousClock.now
        let result = unsafe SCardStatus(handle, nil, nil, nil, nil, &answer, &length)
        let bytes = result == 0 ? Array(answer.prefix(Int(length))) : []
        trace?.note("SCardStatus", since: start, received: bytes, failure: PCSCStatus(result)?.text)
        try PCSCStatus.check(result)
        return bytes
    }

    /// Wraps `SCardGetAttrib`; nil when the driver does not know the attribute. It takes a buffer of at most 264 bytes.
    func attribute(_ identifier: DWORD) -> [UInt8]? {
        var value = [UInt8](repeating: 0, count: Self.longestAnswer)
        var length = DWORD(value.count)
        guard unsafe SCardGetAttrib(handle, identifier, &value, &length) == 0 else { return nil }
        return Array(value.prefix(Int(length)))
    }

    /// One command and its answer, which ends with two bytes of status. Wraps `SCardTransmit`, which nothing cancels.
    func transmit(_ command: [UInt8]) throws(PCSCStatus) -> CardAnswer {
        var header = SCARD_IO_REQUEST(
            dwProtocol: usedProtocol, cbPciLength: UInt(MemoryLayout<SCARD_IO_REQUEST>.size))
        var answer = [UInt8](repeating: 0, count: Self.longestAnswer)
        var length = DWORD(answer.count)
        let start = ContinuousClock.now
        let result = unsafe SCardTransmit(handle, &header, command, DWORD(command.count), nil, &answer, &length)
        let bytes = result == 0 ? Array(answer.prefix(Int(length))) : []
        trace?.note(
            "SCardTransmit", since: start, sent: command, received: bytes, failure: PCSCStatus(result)?.text)
        try PCSCStatus.check(result)
        guard bytes.count >= 2 else { throw .notTransacted }
        return CardAnswer(bytes)
    }
}

/// What came back for a command: data, and two bytes of status. See: ISO/IEC 7816-4, 5.1.3
struct CardAnswer: Hashable, Sendable {
    let bytes: [UInt8]

    /// At least two bytes.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var data: [UInt8] { Array(bytes.dropLast(2)) }
    var status: UInt16 { UInt16(bytes[bytes.count - 2]) << 8 | UInt16(bytes[bytes.count - 1]) }
    var isDone: Bool { status == 0x9000 }
}
