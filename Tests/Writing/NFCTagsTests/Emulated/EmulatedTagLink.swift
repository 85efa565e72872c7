import Chips
import Faults
import NFCTags
import ReaderEmulator
import Synchronization

/// The link that a PN53x would make of an emulated antenna: it tells an acknowledgement from everything else, and
/// a refusal from silence or noise not at all. A tag that speaks ISO/IEC 14443-4 is activated when it is selected.
final class EmulatedTagLink: TagLink {
    let antenna: Antenna
    private let blocks = Mutex<BlockInitiator?>(nil)
    private let commandCount = Mutex(0)

    init(antenna: Antenna) { self.antenna = antenna }

    /// Commands of the layer above: however many blocks one needs, it counts once.
    var commands: Int { commandCount.withLock { $0 } }

    func select() async throws(TagLinkError) -> SelectedTag? {
        antenna.switchField(on: false)
        antenna.switchField(on: true)
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
        let response =
            reply == .apdu
            ? blocks.withLock { $0?.exchange(command, over: antenna).response } ?? .silence
            : antenna.exchange(command).response
        switch (reply, response) {
        case (.data, .bytes(let answer)), (.apdu, .bytes(let answer)): return answer
        case (.acknowledgement, .acknowledged): return []
        default:
            throw TagLinkError(
                code: .unknown, message: "the tag gave no good answer", reason: "status 01",
                next: "select again")
        }
    }
}
