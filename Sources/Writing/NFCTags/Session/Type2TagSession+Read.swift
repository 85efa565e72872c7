internal import Chips
public import Faults
public import NDEF

extension Type2TagSession {
    /// Reads what planning to write `message`, and to protect it, needs: capability container, old message, lock bits,
    /// configuration, and the pages the new message takes.
    public func readImage(for message: NDEFMessage) async throws(TagError) -> Type2Image {
        try await image(for: message)
    }

    /// Reads what the tag says now.
    public func readContent() async throws(TagError) -> TagContent {
        try await image(for: nil).content
    }

    /// Selects the tag again, so that new lock bits and configuration act, and reads it as `readImage` does. What
    /// protects a tag is planned on such an image only.
    public func readBack(for message: NDEFMessage) async throws(TagError) -> Type2Image {
        try await connection.select()
        return try await image(for: message)
    }

    /// READ_SIG: the factory's signature of the UID, r and s of 16 bytes each. All zeros is none. Nil for a product
    /// without one, and for a chip that refuses the command as often as an answer of the same length arrives: a reader
    /// does not distinguish a refusal from a lost answer. Throws `noAnswer` where such an answer does not arrive.
    public func readSignature() async throws(TagError) -> [UInt8]? {
        guard product.signer != nil else { return nil }
        // Pages 0 to 7: who reads a signature has read an image, so no password is in the way.
        return try await connection.answer(
            to: Type2Command.readSignature, of: 32,
            unlessRefusedBeside: Witness(command: Type2Command.fastRead(0...7), count: 32),
            unheard: TagError(
                code: .noAnswer, message: "the signature of tag \(uid) cannot be read",
                reason: "short answers arrive, long ones do not: the coupling is weak",
                next: "put the tag on the middle of the reader again"))
    }

    private func image(for message: NDEFMessage?) async throws(TagError) -> Type2Image {
        var image = Type2Image(uid: uid, product: product)
        var provedPage = 0
        // Each turn reads a page that was missing, so this ends.
        while let pages = image.nextPages(for: message) {
            if let message { try await prove(pages, for: message, &provedPage) }
            try await read(pages, into: &image)
        }
        return image
    }

    /// Makes sure that a tag of an unknown product has the memory that its container declares, before a message takes pages
    /// that are something else on a smaller one. Asked once, for all of the message.
    private func prove(
        _ pages: ClosedRange<Int>, for message: NDEFMessage, _ provedPage: inout Int
    ) async throws(TagError) {
        guard let first = product.pageToProve(before: pages.upperBound), first > provedPage else { return }
        let end = (16 + TLVBlock.size(forValue: message.encoded.count) - 1) / 4
        let page = max(first, product.pageToProve(before: min(end, product.lastPage)) ?? first)
        guard try await connection.hasPage(page) else {
            throw TagError(
                code: .malformedMemory, message: "tag \(uid) cannot be written",
                reason: "its capability container declares \(product.declaredSize) bytes, and it has no page "
                    + "\(page.pageNumber): the message would run into lock bits and configuration",
                next: "shorten the URL, use another tag, or a reader with raw access (docs/readers.md)")
        }
        provedPage = page
    }

    /// Reads pages with one command, or says why the tag does not let them be read.
    func read(_ pages: ClosedRange<Int>, into image: inout Type2Image) async throws(TagError) {
        let bytes: [UInt8]
        switch product.reading {
        case .runs: bytes = try await connection.read(pages)
        case .fours: bytes = try await connection.readFour(pages.lowerBound)
        }
        // READ rolls over before the first page that needs a key: page 0 comes back in place of it.
        if case .tripleDES = product.protection, pages.lowerBound > 0, let start = image[page: 0],
            (1...3).contains(where: { Array(bytes[$0 * 4..<$0 * 4 + 4]) == start })
        {
            throw connection.unreadable(pages, .passwordProtected, reason: TagConnection.needsKey)
        }
        image.store(bytes, at: pages.lowerBound)
    }
}

extension TagConnection {
    static let needsKey = "it refuses them: reading is protected by a password"
    private static let isUnheard = "it can be selected, but not all of its answers arrive"

    /// Reads pages with one FAST_READ, or with as many as the coupling asks for: a range that fails twice is halved,
    /// down to READ, whose answer is the shortest there is.
    fileprivate func read(_ pages: ClosedRange<Int>) async throws(TagError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < pages.count * 4 {
            let first = pages.lowerBound + bytes.count / 4
            let last = min(first + min(await reach.pages(of: uid), pages.count) - 1, pages.upperBound)
            bytes += try await readOnce(first...last) ?? []
        }
        return bytes
    }

    /// Reads pages with one command. Nil when that failed twice although the pages may be read: from then on shorter
    /// answers are asked for.
    private func readOnce(_ pages: ClosedRange<Int>) async throws(TagError) -> [UInt8]? {
        let command = Type2Command.fastRead(pages)
        if let bytes = try await ask(command, for: pages.count * 4) { return bytes }

        // Gone, disturbed or protected by a password? If any of the pages is protected, the last one is.
        try await select()
        let last = try await answer(
            to: Type2Command.fastRead(pages.upperBound...pages.upperBound), of: 4, unlessRefusedBeside: .version,
            unheard: unreadable(pages, .noAnswer, reason: Self.isUnheard))
        guard last != nil else { throw unreadable(pages, .passwordProtected, reason: Self.needsKey) }
        if let bytes = try await ask(command, for: pages.count * 4) { return bytes }
        try await select()
        guard pages.count > ReadReach.smallest else {
            // READ rolls over at pages that may not be read, but all of these may.
            if let bytes = try await ask(Type2Command.read(pages.lowerBound), for: 16) {
                return Array(bytes.prefix(pages.count * 4))
            }
            throw unreadable(pages, .noAnswer, reason: "short answers arrive, long ones do not: the coupling is weak")
        }
        await reach.limit(to: (pages.count + 1) / 2, of: uid)
        return nil
    }

    /// Whether the tag has a page. Behind its last one it refuses a READ, or rolls over to page 0.
    fileprivate func hasPage(_ page: Int) async throws(TagError) -> Bool {
        let found = try await answer(
            to: Type2Command.read(page - 3), of: 16, unlessRefusedBeside: .start,
            unheard: unreadable(page - 3...page, .noAnswer, reason: Self.isUnheard))
        // Page 0 begins with the UID.
        return found.map { Array($0[12..<15]) != Array(uid.bytes.prefix(3)) } ?? false
    }

    /// Reads four pages with one READ.
    fileprivate func readFour(_ page: Int) async throws(TagError) -> [UInt8] {
        let answered = try await answer(
            to: Type2Command.read(page), of: 16, unlessRefusedBeside: .start,
            unheard: unreadable(page...page + 3, .noAnswer, reason: Self.isUnheard))
        guard let bytes = answered else {
            throw unreadable(page...page + 3, .passwordProtected, reason: Self.needsKey)
        }
        return bytes
    }

    fileprivate func unreadable(
        _ pages: ClosedRange<Int>, _ code: TagError.Code, reason: String
    ) -> TagError {
        TagError(
            code: code,
            message: "pages \(pages.lowerBound.pageNumber) to \(pages.upperBound.pageNumber) of tag \(uid) "
                + "cannot be read",
            reason: reason,
            next: code == .noAnswer
                ? "put the tag on the middle of the reader again" : "use another tag, or remove the password")
    }
}
