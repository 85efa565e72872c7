internal import CPCSC
internal import WorkerService

/// A connection to pcscd. One thread uses it: calls on one context wait for one another.
final class PCSCContext {
    private let handle: SCARDCONTEXT
    private let trace: ExchangeTrace?

    /// How a reader is. See: man 3 SCardGetStatusChange
    struct ReaderState {
        let isTagThere: Bool
        /// Another program has the reader for itself.
        let isHeld: Bool
    }

    private enum Scope { static let system: DWORD = 2 }
    private enum State {
        static let present: DWORD = 0x0020
        static let exclusive: DWORD = 0x0080
        static let unknown: DWORD = 0x0004
    }

    /// Wraps `SCardEstablishContext`.
    init(trace: ExchangeTrace? = nil) throws(PCSCStatus) {
        var handle: SCARDCONTEXT = 0
        try PCSCStatus.check(unsafe SCardEstablishContext(Scope.system, nil, nil, &handle))
        self.handle = handle
        self.trace = trace
    }

    deinit { SCardReleaseContext(handle) }

    /// Wraps `SCardListReaders`: the names of all readers, which change with the order of plugging. At most 16 in pcscd before 2.5.0.
    func readers() throws(PCSCStatus) -> [String] {
        var length: DWORD = 0
        do {
            try PCSCStatus.check(unsafe SCardListReaders(handle, nil, nil, &length))
            var bytes = [CChar](repeating: 0, count: Int(length))
            try PCSCStatus.check(unsafe SCardListReaders(handle, nil, &bytes, &length))
            return bytes.prefix(Int(length)).split(separator: 0).map { name in
                String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            }
        } catch {
            // NO_READERS_AVAILABLE
            guard error.code == 0x8010_002E else { throw error }
            return []
        }
    }

    /// How a reader is now. Wraps `SCardGetStatusChange`, which does not wait here.
    func state(of reader: String) throws(PCSCStatus) -> ReaderState {
        let result = unsafe reader.withCString { name -> (LONG, DWORD) in
            var state = unsafe SCARD_READERSTATE()
            unsafe state.szReader = unsafe name
            let result = unsafe SCardGetStatusChange(handle, 0, &state, 1)
            return unsafe (result, state.dwEventState)
        }
        try PCSCStatus.check(result.0)
        if result.1 & State.unknown != 0 { throw PCSCStatus(code: 0x8010_0009) }
        return ReaderState(
            isTagThere: result.1 & State.present != 0, isHeld: result.1 & State.exclusive != 0)
    }

    /// Wraps `SCardConnect`, for a tag that no other program may use meanwhile.
    func connect(_ reader: String) throws(PCSCStatus) -> PCSCCard {
        try PCSCCard(
            handle, reader, share: PCSCCard.Share.exclusive, protocols: PCSCCard.anyProtocol, trace: trace)
    }

    /// Where a reader is; nil where its driver does not say. It is asked without a tag.
    func place(of reader: String) throws(PCSCStatus) -> (bus: Int, number: Int)? { try link(to: reader).place }

    /// A connection to a reader, with a tag on it or without. When it ends, pcscd asks the reader anew what is there.
    func link(to reader: String) throws(PCSCStatus) -> PCSCCard {
        let link = try PCSCCard(handle, reader, share: PCSCCard.Share.direct, protocols: 0)
        link.release()
        return link
    }
}
