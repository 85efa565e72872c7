import NFCTags
import ReaderEmulator

/// The link that a PN53x would make of an emulated antenna: it tells an acknowledgement from everything else, and
/// a refusal from silence or noise not at all.
struct EmulatedTagLink: TagLink {
    let antenna: Antenna

    func select() async throws(TagLinkError) -> SelectedTag? {
        antenna.switchField(on: false)
        antenna.switchField(on: true)
        guard let tag = antenna.select(), let uid = TagUID(tag.uid) else { return nil }
        return SelectedTag(uid: uid, atqa: tag.atqa.reversed(), sak: tag.sak)
    }

    func transceive(_ command: [UInt8], expecting reply: ReplyKind) async throws(TagLinkError) -> [UInt8] {
        // As a reader would, this lets others go on: thousands of exchanges must not starve the tests beside them.
        await Task.yield()
        switch (reply, antenna.exchange(command).response) {
        case (.data, .bytes(let answer)): return answer
        case (.acknowledgement, .acknowledged): return []
        default:
            throw TagLinkError(
                code: .unknown, message: "the tag gave no good answer", reason: "status 01",
                next: "select again")
        }
    }
}
