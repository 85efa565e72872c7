import Chips
import Faults
import NDEF
import NFCTags
import ReaderEmulator

/// The fewest commands that a blank Type 2 tag with GET_VERSION can be written and read back with.
enum Minimum {
    /// 1 (version) + image + writes + read-back.
    ///
    /// - The image is read in FAST_READs of at most 60 pages: capability container, message, and the dynamic lock bits
    ///   and configuration behind the user pages, which say whether and how the tag can be written.
    /// - Each page that differs is written once; the page with the length twice more at most: it is 0 while the other
    ///   pages are written, so that a tag that is torn away holds no message and not a wrong one.
    /// - The read-back takes as many FAST_READs as the message's pages need.
    static func commands(for url: String, on tag: ReaderEmulator.Type2Tag) async throws -> Int {
        let message = try NDEFMessage(uri: url)
        let antenna = Antenna()
        antenna.insert(tag)
        guard let session = try await TagSession.identify(over: AntennaLink(antenna)) else {
            throw BenchmarkFailure("there is no tag")
        }
        let plan = try WritePlan(writing: message, to: try await session.readImage(for: message))
        // The lead is the blank tag's own: a lock control block on an NTAG213 only.
        let lead = tag.memory.bytes[16] == 1 ? 5 : 0
        let length = lead + 2 + (message.encoded.count > 254 ? 2 : 0) + message.encoded.count + 1
        let pages = (length + 3) / 4
        let reads = (pages + 3 + 59) / 60
        // Dynamic lock bits, CFG0 and CFG1, where the reads of the message do not reach them.
        let behind = (tag.product.dynamicLockPage ?? 0) + 2 < reads * 60 ? 0 : 1
        guard case .type2(let writing) = plan else { throw BenchmarkFailure("not a Type 2 tag") }
        return 1 + reads + behind + writing.writes.count + reads
    }
}

extension Minimum {
    /// The same for a blank Type 5 tag with the frames of ISO/IEC 15693-3: 1 + R + W + V of docs/exchanges.md.
    static func vicinityCommands(for url: String) throws -> Int {
        let length = try NDEFMessage(uri: url).encoded.count
        // Type and length before the message, and the terminator behind it; from block 1 on.
        let last = ((length > 254 ? 4 : 2) + length + 1 + 3) / 4
        let reads = (last + 1 + 24) / 25
        return 1 + reads + (last + 2) + reads
    }
}

/// An antenna without any reader.
private struct AntennaLink: TagLink {
    let antenna: Antenna

    init(_ antenna: Antenna) {
        self.antenna = antenna
    }

    func select() async throws(TagLinkError) -> SelectedTag? {
        guard let tag = antenna.select(), let uid = ChipUID(tag.uid) else { return nil }
        return SelectedTag(uid: uid, atqa: tag.atqa.reversed(), sak: tag.sak)
    }

    func transceive(_ command: [UInt8], expecting reply: ReplyKind) async throws(TagLinkError) -> [UInt8] {
        switch antenna.exchange(command).response {
        case .bytes(let answer): return answer
        case .nibble(0xA): return []
        default: throw TagLinkError(code: .unknown, message: "no answer", reason: "", next: "")
        }
    }
}
