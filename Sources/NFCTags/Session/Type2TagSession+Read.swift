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
    /// without one.
    public func readSignature() async throws(TagError) -> [UInt8]? {
        guard product.signer != nil else { return nil }
        if let signature = try await connection.ask(Type2Command.readSignature, for: 32) { return signature }
        try await connection.select()
        if let signature = try await connection.ask(Type2Command.readSignature, for: 32) { return signature }
        // A tag that knows no such command has gone to sleep over it, and is to be worked with further.
        try await connection.select()
        return nil
    }

    private func image(for message: NDEFMessage?) async throws(TagError) -> Type2Image {
        var image = Type2Image(uid: uid, product: product)
        // Each turn reads a page that was missing, so this ends.
        while let pages = image.nextPages(for: message) { try await read(pages, into: &image) }
        return image
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
            throw connection.unreadable(pages, .passwordProtected, TagConnection.needsKey)
        }
        image.store(bytes, at: pages.lowerBound)
    }
}

extension TagConnection {
    static let needsKey = "it refuses them: reading is protected by a password"

    /// Reads pages with one FAST_READ.
    fileprivate func read(_ pages: ClosedRange<Int>) async throws(TagError) -> [UInt8] {
        let command = Type2Command.fastRead(pages)
        if let bytes = try await ask(command, for: pages.count * 4) { return bytes }

        // Gone, disturbed or protected by a password? If any of the pages is protected, the last one is.
        try await select()
        if try await ask(Type2Command.fastRead(pages.upperBound...pages.upperBound), for: 4) != nil {
            if let bytes = try await ask(command, for: pages.count * 4) { return bytes }
            throw unreadable(pages, .noAnswer, "short answers arrive, long ones do not: the coupling is weak")
        }
        try await select()
        guard try await ask(Type2Command.getVersion, for: 8) != nil else {
            throw unreadable(pages, .noAnswer, "it can be selected, but no answer of it arrives")
        }
        throw unreadable(pages, .passwordProtected, Self.needsKey)
    }

    /// Reads four pages with one READ.
    fileprivate func readFour(_ page: Int) async throws(TagError) -> [UInt8] {
        if let bytes = try await ask(Type2Command.read(page), for: 16) { return bytes }
        try await select()
        if let bytes = try await ask(Type2Command.read(page), for: 16) { return bytes }
        try await select()
        guard try await ask(Type2Command.read(0), for: 16) != nil else {
            throw unreadable(page...page + 3, .noAnswer, "it can be selected, but no answer of it arrives")
        }
        throw unreadable(page...page + 3, .passwordProtected, Self.needsKey)
    }

    fileprivate func unreadable(
        _ pages: ClosedRange<Int>, _ code: TagError.Code, _ reason: String
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
