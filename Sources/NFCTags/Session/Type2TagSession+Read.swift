public import NDEF

extension Type2TagSession {
    /// Reads what planning to write `message` needs: capability container, old message, lock bits, configuration, and
    /// the pages the new message takes.
    public func readImage(for message: NDEFMessage) async throws(TagError) -> TagImage {
        try await image(for: message)
    }

    /// Reads what the tag says now.
    public func readContent() async throws(TagError) -> TagContent {
        try await image(for: nil).content
    }

    private func image(for message: NDEFMessage?) async throws(TagError) -> TagImage {
        var image = TagImage(uid: uid, product: product)
        // Each turn reads a page that was missing, so this ends.
        while let pages = image.nextPages(for: message) {
            image.store(try await connection.read(pages), at: pages.lowerBound)
        }
        return image
    }
}

extension TagConnection {
    /// Reads pages with one FAST_READ, or says why the tag does not let them be read.
    func read(_ pages: ClosedRange<Int>) async throws(TagError) -> [UInt8] {
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
        throw unreadable(pages, .passwordProtected, "it refuses them: reading is protected by a password")
    }

    private func unreadable(
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
