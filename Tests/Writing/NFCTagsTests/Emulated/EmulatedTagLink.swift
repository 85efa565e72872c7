import Chips
import Faults
import NFCTags
import ReaderEmulator
import Synchronization

/// The link that a reader would make of an emulated antenna. As a PN53x does, it tells an acknowledgement from everything
/// else, and a refusal from silence or noise not at all; a tag that speaks ISO/IEC 14443-4 is activated when it is
/// selected. Type 5 tags are reached by frames or, as `capabilities` say, by commands of the reader's own.
final class EmulatedTagLink: TagLink {
    let antenna: Antenna
    let capabilities: LinkCapabilities
    /// Whether a reader that makes the frames of Type 5 tags has commands for their locks.
    private let hasLockCommands: Bool
    private let blocks = Mutex<BlockInitiator?>(nil)
    private let isVicinity = Mutex(false)
    private let commandCount = Mutex(0)

    init(
        antenna: Antenna, capabilities: LinkCapabilities = [.raw, .apdu, .type5, .type5Raw],
        hasLockCommands: Bool = true
    ) {
        self.antenna = antenna
        self.capabilities = capabilities
        self.hasLockCommands = hasLockCommands
    }

    /// Commands of the layer above: however many blocks one needs, it counts once.
    var commands: Int { commandCount.withLock { $0 } }

    func select() async throws(TagLinkError) -> SelectedTag? {
        antenna.switchField(on: false)
        antenna.switchField(on: true)
        let vicinity = antenna.tags.contains { $0.technology == .iso15693 } ? antenna.selectVicinity() : []
        isVicinity.withLock { $0 = !vicinity.isEmpty }
        if vicinity.count > 1 { throw Self.fault(.severalTags) }
        if let tag = vicinity.first, let uid = ChipUID(tag.uid) {
            return SelectedTag(uid: uid, family: .type5, dsfid: tag.dsfid)
        }
        guard let tag = antenna.select(), let uid = ChipUID(tag.uid) else { return nil }
        let initiator = tag.sak & 0x20 == 0 ? nil : BlockInitiator(activatingTagOn: antenna)
        blocks.withLock { $0 = initiator }
        return SelectedTag(
            uid: uid, atqa: tag.atqa.reversed(), sak: tag.sak, ats: initiator.map { Array($0.ats.dropFirst()) } ?? [])
    }

    func transceive(_ command: [UInt8], expecting reply: ReplyKind) async throws(TagLinkError) -> [UInt8] {
        // As a reader would, this lets others go on: thousands of exchanges must not starve the tests beside them.
        await Task.yield()
        commandCount.withLock { $0 += 1 }
        if isVicinity.withLock({ $0 }) {
            return reply == .plain ? try plain(command) : try frame(command)
        }
        let response =
            reply == .apdu
            ? blocks.withLock { $0?.exchange(command, over: antenna).response } ?? .silence
            : antenna.exchange(command).response
        switch (reply, response) {
        case (.data, .bytes(let answer)), (.apdu, .bytes(let answer)): return answer
        case (.acknowledgement, .acknowledged): return []
        default: throw Self.fault(.unknown)
        }
    }

    private func frame(_ frame: [UInt8]) throws(TagLinkError) -> [UInt8] {
        guard capabilities.contains(.type5Raw) else { throw Self.fault(.unsupported) }
        guard case .bytes(let answer) = antenna.exchangeVicinity(frame).response else { throw Self.fault(.unknown) }
        return answer
    }

    /// The reader makes the frame, for whichever tag hears it.
    private func plain(_ command: [UInt8]) throws(TagLinkError) -> [UInt8] {
        switch command[0] {
        case 0x01:
            guard let found = antenna.selectVicinity().first else { throw Self.fault(.unknown) }
            return found.uid
        case 0x20, 0x21: break
        case 0x22 where hasLockCommands, 0x2C where hasLockCommands: break
        default: throw Self.fault(.unsupported)
        }
        guard case .bytes(let answer) = antenna.exchangeVicinity([0x02] + command).response, answer.first == 0 else {
            throw Self.fault(.unknown)
        }
        return Array(answer.dropFirst())
    }

    private static func fault(_ code: TagLinkError.Code) -> TagLinkError {
        TagLinkError(code: code, message: "the tag gave no good answer", reason: "status 01", next: "select again")
    }
}
