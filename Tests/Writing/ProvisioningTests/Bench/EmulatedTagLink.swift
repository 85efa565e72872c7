import Chips
import Faults
import NFCTags
import ReaderEmulator
import ReaderSupervision
import Synchronization

/// The link that a PN53x would make of an emulated antenna: it tells an acknowledgement from everything else, and a
/// refusal from silence or noise not at all. Its reader can be unplugged in the middle of a call.
///
/// Where the tests run over smart-card readers, one of those carries out the calls: see `CardReaderPool`.
final class EmulatedTagLink: TagLink {
    private struct State {
        /// Calls that the reader still answers; nil: it is not about to fail.
        var callsLeft: Int?
        var carriesOutTheLast = false
        var isGone = false
        var calls = 0
        var version: [UInt8]?
        var sak: UInt8?
        var isDeafToWrites = false
    }

    let antenna: Antenna
    private let state = Mutex(State())
    private let blocks = Mutex<BlockInitiator?>(nil)
    private let isVicinity = Mutex(false)
    private let lent = Mutex<LentReader?>(nil)

    var capabilities: LinkCapabilities {
        get async {
            guard CardReaderPool.model != nil else { return [.raw, .apdu, .type5, .type5Raw] }
            return (try? await cardReader()?.link.capabilities) ?? []
        }
    }

    init(_ antenna: Antenna) {
        self.antenna = antenna
    }

    /// Selections and commands so far.
    var calls: Int { state.withLock { $0.calls } }

    /// Unplugs the reader in the n-th call from now, before or after it was carried out.
    func unplug(at n: Int, carryingOut: Bool) {
        state.withLock { state in
            state.callsLeft = n
            state.carriesOutTheLast = carryingOut
        }
    }

    func plugIn() {
        state.withLock { state in
            state.callsLeft = nil
            state.isGone = false
        }
    }

    var isGone: Bool { state.withLock { $0.isGone } }

    /// Makes the tag look like another product: another answer to GET_VERSION, or to SELECT.
    func disguise(version: [UInt8]? = nil, sak: UInt8? = nil) {
        state.withLock { state in
            state.version = version
            state.sak = sak
        }
    }

    /// Lets no WRITE reach the tag.
    func deafen(_ isDeaf: Bool) { state.withLock { $0.isDeafToWrites = isDeaf } }

    /// The reader that carries out this link's calls; nil for none but the antenna itself.
    private func cardReader() async throws(TagLinkError) -> LentReader? {
        guard CardReaderPool.model != nil else { return nil }
        if let reader = lent.withLock(\.self) { return reader }
        do {
            let reader = try await CardReaderPool.reader(for: antenna)
            lent.withLock { $0 = reader }
            return reader
        } catch {
            throw TagLinkError(code: .unknown, message: "the test has no reader", reason: "\(error)", next: "look")
        }
    }

    func select() async throws(TagLinkError) -> SelectedTag? {
        if let reader = try await cardReader() {
            let tag = try await callCardReader { () async throws(TagLinkError) in try await reader.select() }
            guard let tag, let sak = state.withLock({ $0.sak }) else { return tag }
            return SelectedTag(uid: tag.uid, atqa: [0x00, 0x44], sak: sak)
        }
        return try call {
            antenna.switchField(on: false)
            antenna.switchField(on: true)
            let vicinity = antenna.tags.contains { $0.technology == .iso15693 } ? antenna.selectVicinity() : []
            isVicinity.withLock { $0 = !vicinity.isEmpty }
            if let tag = vicinity.first, let uid = ChipUID(tag.uid) {
                return SelectedTag(uid: uid, family: .type5, dsfid: tag.dsfid)
            }
            guard let tag = antenna.select(), let uid = ChipUID(tag.uid) else { return nil }
            let initiator = tag.sak & 0x20 == 0 ? nil : BlockInitiator(activatingTagOn: antenna)
            blocks.withLock { $0 = initiator }
            return SelectedTag(
                uid: uid, atqa: tag.atqa.reversed(), sak: state.withLock { $0.sak } ?? tag.sak,
                ats: initiator.map { Array($0.ats.dropFirst()) } ?? [])
        }
    }

    func transceive(_ command: [UInt8], expecting reply: ReplyKind) async throws(TagLinkError) -> [UInt8] {
        // As a reader would, this lets others go on: thousands of exchanges must not starve the tests beside them.
        await Task.yield()
        let (version, isDeaf) = state.withLock { ($0.version, $0.isDeafToWrites) }
        if let reader = try await cardReader() {
            if isDeaf, command.first == 0xA2 { throw Self.noGoodAnswer }
            let answer = try await callCardReader { () async throws(TagLinkError) in
                try await reader.link.transceive(command, expecting: reply)
            }
            return command == [0x60] ? version ?? answer : answer
        }
        let response: TagResponse = try call {
            if isVicinity.withLock({ $0 }) { return antenna.exchangeVicinity(command).response }
            if isDeaf, command.first == 0xA2 { return .silence }
            if reply == .apdu { return blocks.withLock { $0?.exchange(command, over: antenna).response } ?? .silence }
            let response = antenna.exchange(command).response
            return command == [0x60] ? version.map { .bytes($0) } ?? response : response
        }
        switch (reply, response) {
        case (.data, .bytes(let answer)), (.apdu, .bytes(let answer)): return answer
        case (.acknowledgement, .acknowledged): return []
        default: throw Self.noGoodAnswer
        }
    }

    private static let noGoodAnswer = TagLinkError(
        code: .unknown, message: "the tag gave no good answer", reason: "status 01", next: "select again")
    private static let readerGone = TagLinkError(
        code: .readerGone, message: "the reader is gone", reason: "it was unplugged", next: "plug it in")

    private func call<Result>(_ body: () -> Result) throws(TagLinkError) -> Result {
        let (isWorking, isLast) = begin()
        let result = isWorking ? body() : nil
        if isLast { antenna.switchField(on: false) }
        guard let result, !isLast else { throw Self.readerGone }
        return result
    }

    private func callCardReader<Result: Sendable>(
        _ body: () async throws(TagLinkError) -> Result
    ) async throws(TagLinkError) -> Result {
        let (isWorking, isLast) = begin()
        guard isLast else {
            guard isWorking else { throw Self.readerGone }
            return try await body()
        }
        if isWorking { _ = try? await body() }
        antenna.switchField(on: false)
        throw Self.readerGone
    }

    /// Whether the reader carries out this call, and whether it is its last one.
    private func begin() -> (isWorking: Bool, isLast: Bool) {
        state.withLock { state in
            state.calls += 1
            guard !state.isGone else { return (false, false) }
            guard let left = state.callsLeft else { return (true, false) }
            state.callsLeft = left - 1
            state.isGone = left <= 1
            return (!state.isGone || state.carriesOutTheLast, state.isGone)
        }
    }
}
