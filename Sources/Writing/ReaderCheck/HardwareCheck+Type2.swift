internal import Chips
internal import NDEF
internal import NFCTags
internal import TextCoding

extension HardwareCheck {
    /// The last page of an NTAG213's user memory, which an NTAG215 and an NTAG216 have as well.
    private static let lastPage: UInt8 = 0x27
    /// User memory of every Type 2 tag that has so much: no product has its configuration before it.
    private static let lastPageOfSmallest: UInt8 = 0x0F
    private static let sizeOfSmallest = 48
    /// How often a tag is selected to see how long that takes.
    private static let selections = 5

    func checkEmptyReader() async throws {
        bench.instruct("Take everything off the reader.")
        try await ask(.noTag, of: nil) { _ in
            var last: SelectedTag?
            let isEmpty = try await waitFor { tag in
                last = tag
                return tag == nil ? true : nil
            }
            guard isEmpty == true else {
                return .unexpected("it says that tag \(last.map { "\($0.uid)" } ?? "") is there")
            }
            // Some say at first that a tag is there.
            for _ in 1...3 {
                if let tag = try await look() { return .unexpected("it says that tag \(tag.uid) is there") }
            }
            return .expected("it says so")
        }
    }

    func checkType2(_ capabilities: LinkCapabilities) async throws {
        let raw: [CheckQuestion] = [.version, .longAnswer, .signature, .refusal, .password]
        guard let (tag, session) = try await usableTag(.ntag) else {
            return leaveOut(
                [.selection, .fieldReset, .read, .write, .message, .takenAway] + raw,
                because: "no \(SpareTag.ntag.words.dropFirst("a spare ".count)) that may be used came in time")
        }
        try await checkSelection(of: tag)
        if capabilities.contains(.raw) { try await checkRaw(tag, session) }
        try await ask(.read, of: tag) { link in
            let bytes = try await link.transceive([0x30, 0x04], expecting: .data)
            return .when(bytes.count == 16, "\(bytes.count) bytes")
        }
        try await checkWrite(.write, to: tag, session)
        try await ask(.message, of: tag) { link in try await Self.writeURL(to: tag, over: link) }
        if tags.contains(.pair) { try await checkPair(tag) }
        try await checkLeaving(tag)
    }

    private func checkSelection(of tag: SelectedTag) async throws {
        try await ask(.selection, of: tag) { _ in
            .when(tag.uid.bytes.count == 7, "UID \(tag.uid), \(tag.family.rawValue)")
        }
        try await ask(.fieldReset, of: tag) { link in
            for _ in 1...Self.selections where try await link.select()?.uid != tag.uid {
                return .unexpected("it was not selected again")
            }
            return .expected("it was selected \(Self.selections) times; the trace has the times")
        }
    }

    private func checkRaw(_ tag: SelectedTag, _ session: TagSession) async throws {
        try await ask(.version, of: tag) { link in
            let bytes = try await link.transceive([0x60], expecting: .data)
            return .when(bytes.count == 8, "\(Hexadecimal.spaced(bytes)): \(session.productName)")
        }
        try await ask(.longAnswer, of: tag) { link in
            let bytes = try await link.transceive([0x3A, 0x04, Self.lastPage], expecting: .data)
            return .when(bytes.count == 144, "\(bytes.count) bytes of 144")
        }
        try await ask(.signature, of: tag) { link in
            let bytes = try await link.transceive([0x3C, 0x00], expecting: .data)
            return .when(bytes.count == 32, "\(bytes.count) bytes of 32")
        }
        try await ask(.refusal, of: tag) { link in
            let seen: String
            switch try await Self.outcome(of: [0x30, 0xFF], over: link) {
            case .answered(let bytes):
                return .unexpected("page FF, which is not there, says \(Hexadecimal.spaced(bytes))")
            case .refused(let reason): seen = reason
            }
            guard try await link.select()?.uid == tag.uid else {
                return .unexpected("\(seen); afterwards the tag was not selected")
            }
            let bytes = try await link.transceive([0x60], expecting: .data)
            return .when(bytes.count == 8, "\(seen); afterwards it answered")
        }
        try await checkPassword(tag, session)
    }

    /// The password of the factory, and only where the tag counts no wrong ones and protects nothing.
    private func checkPassword(_ tag: SelectedTag, _ session: TagSession) async throws {
        guard let page = session.product?.configurationPages?.lowerBound else { return }
        try await ask(.password, of: tag) { link in
            let bytes = try await link.transceive([0x30, UInt8(page)], expecting: .data)
            guard bytes.count == 16, bytes[3] == 0xFF, bytes[4] & 0x07 == 0 else {
                return .unanswered("the tag's configuration is not the factory's, so that it was not asked")
            }
            let pack = try await link.transceive([0x1B, 0xFF, 0xFF, 0xFF, 0xFF], expecting: .data)
            return .when(pack.count == 2, "answered with \(Hexadecimal.spaced(pack))")
        }
    }

    /// The page that is written and written back; nil for a tag that has none for it. Where the product is not known, its
    /// container alone says how large it is, and what is behind a small tag's memory is its password.
    private static func scratchPage(of session: TagSession) -> UInt8? {
        guard let product = session.product else { return nil }
        if product.isKnown { return lastPage }
        return product.declaredSize >= sizeOfSmallest ? lastPageOfSmallest : nil
    }

    /// Writes a page, reads it in a new field, and writes back what was there.
    func checkWrite(_ question: CheckQuestion, to tag: SelectedTag, _ session: TagSession) async throws {
        guard let page = Self.scratchPage(of: session) else {
            return leaveOut([question], because: "the tag is too small for it")
        }
        try await ask(question, of: tag) { _ in
            guard try await tryWriting(.page(page), of: tag, for: question) == nil else {
                return .unexpected("it was acknowledged, and the page holds something else")
            }
            return .expected("it was acknowledged, and the page holds what was written; its old content is back")
        }
    }

    static func writeURL(to tag: SelectedTag, over link: any TagLink) async throws -> Reaction {
        let message = try NDEFMessage(uri: url)
        let session = try await TagSession.identify(tag, over: link)
        let plan = try WritePlan(writing: message, to: try await session.readImage(for: message), givingUp: .data)
        try await session.write(plan)
        let content = try await session.verify(plan)
        return .when(content == .url(url), "\(plan.count) write commands, and the tag says \(url)")
    }
}
