internal import Chips
internal import NFCTags
internal import TextCoding

extension HardwareCheck {
    /// A block behind every message that is written here, which an ICODE SLIX has.
    private static let scratchBlock: UInt8 = 0x1A
    private static let questions: [CheckQuestion] = [
        .vicinitySelection, .vicinityInformation, .vicinityRead, .vicinityLockStatus, .vicinityStranger, .vicinityQuiet,
        .vicinityRefusal, .vicinityWrite, .vicinityPlain, .vicinityMessage,
    ]

    func checkType5(_ capabilities: LinkCapabilities) async throws {
        guard let (tag, session) = try await usableTag(.type5) else {
            return leaveOut(Self.questions, because: "no ICODE SLIX or SLIX2 that may be used came in time")
        }
        try await ask(.vicinitySelection, of: tag) { _ in
            .when(tag.uid.bytes.first == 0xE0, "UID \(tag.uid): \(session.productName)")
        }
        if capabilities.contains(.type5Raw) {
            try await checkFrames(tag)
            if session.productName == "ICODE SLIX2" { try await checkSignature(tag) }
            try await checkStrangeFrames(tag)
        }
        if capabilities.contains(.type5) {
            try await checkBlock(.vicinityPlain, .plainBlock(Self.scratchBlock), of: tag)
        }
        try await ask(.vicinityMessage, of: tag) { link in try await Self.writeURL(to: tag, over: link) }
    }

    /// Flags (high data rate, addressed), code, UID with its last byte first, parameters.
    static func frame(_ code: UInt8, to uid: [UInt8], _ parameters: [UInt8] = []) -> [UInt8] {
        [0x22, code] + uid.reversed() + parameters
    }

    private func checkFrames(_ tag: SelectedTag) async throws {
        let uid = tag.uid.bytes
        try await ask(.vicinityInformation, of: tag) { link in
            let bytes = try await link.transceive(Self.frame(0x2B, to: uid), expecting: .data)
            return .when(bytes.first == 0 && bytes.dropFirst(2).starts(with: uid.reversed()), Hexadecimal.spaced(bytes))
        }
        try await ask(.vicinityRead, of: tag) { link in
            var single: [UInt8] = []
            for block: UInt8 in 0..<4 {
                single += try await link.transceive(Self.frame(0x20, to: uid, [block]), expecting: .data).dropFirst()
            }
            let several = try await link.transceive(Self.frame(0x23, to: uid, [0, 3]), expecting: .data)
            return .when(several == [0] + single, "blocks 0 to 3: \(Hexadecimal.spaced(single))")
        }
        try await ask(.vicinityLockStatus, of: tag) { link in
            let bytes = try await link.transceive(Self.frame(0x2C, to: uid, [0, 3]), expecting: .data)
            return .when(bytes.count == 5 && bytes.first == 0, Hexadecimal.spaced(bytes))
        }
        try await checkBlock(.vicinityWrite, .block(Self.scratchBlock), of: tag)
    }

    /// For those who know the key: what is signed, and in which order of bytes, no data sheet says.
    private func checkSignature(_ tag: SelectedTag) async throws {
        try await ask(.vicinitySignature, of: tag) { link in
            // The maker's byte, 04, comes before the UID.
            let frame = [0x22, 0xBD, 0x04] + tag.uid.bytes.reversed()
            let bytes = try await link.transceive(frame, expecting: .data)
            return .when(bytes.count == 33 && bytes.first == 0, Hexadecimal.spaced(bytes.dropFirst()))
        }
    }

    private func checkStrangeFrames(_ tag: SelectedTag) async throws {
        let uid = tag.uid.bytes
        try await ask(.vicinityStranger, of: tag) { link in
            let stranger = Array(uid.dropLast()) + [uid[7] ^ 0xFF]
            return try await Self.silence(of: Self.frame(0x20, to: stranger, [0]), over: link, tag)
        }
        // STAY QUIET lasts until the tag has no power.
        try await ask(.vicinityQuiet, of: tag) { link in
            try await Self.silence(of: Self.frame(0x02, to: uid), over: link, tag)
        }
        try await ask(.vicinityRefusal, of: tag) { link in
            switch try await Self.outcome(of: Self.frame(0x20, to: uid, [0xFE]), over: link) {
            case .answered(let bytes): .when(bytes.first == 1, "answered \(Hexadecimal.spaced(bytes))")
            case .refused(let reason): .expected(reason)
            }
        }
    }

    /// No answer comes, and afterwards the tag is selected in a new field.
    private static func silence(
        of frame: [UInt8], over link: any TagLink, _ tag: SelectedTag
    ) async throws -> Reaction {
        let seen: String
        switch try await outcome(of: frame, over: link) {
        case .answered(let bytes): return .unexpected("answered \(Hexadecimal.spaced(bytes))")
        case .refused(let reason): seen = reason
        }
        let isThere = try await link.select()?.uid == tag.uid
        return .when(isThere, "\(seen); afterwards the tag was \(isThere ? "" : "not ")selected")
    }

    private func checkBlock(_ question: CheckQuestion, _ block: Scratch, of tag: SelectedTag) async throws {
        try await ask(question, of: tag) { _ in
            guard let found = try await tryWriting(block, of: tag, for: question) else {
                return .expected("the block holds what was written")
            }
            return .unexpected("the block holds \(Hexadecimal.spaced(found))")
        }
    }
}
