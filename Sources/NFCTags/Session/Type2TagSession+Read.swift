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

        // Gone, disturbed or protected: the first pages of a tag that is there can be read in every case but
        // one, a password on all pages, and a second refusal is no disturbance.
        try await select()
        let answersAtAll = try await ask(Type2Command.fastRead(0...3), for: 16) != nil
        if !answersAtAll { try await select() }
        if let bytes = try await ask(command, for: pages.count * 4) { return bytes }
        let range = "pages \(pages.lowerBound.pageNumber) to \(pages.upperBound.pageNumber)"
        guard answersAtAll else {
            throw TagError(
                code: .noAnswer, message: "tag \(uid) does not let \(range) be read",
                reason: "it can be selected but gives no answer that could be used",
                next: "put the tag on the reader again; if that does not help, use another tag")
        }
        throw TagError(
            code: .passwordProtected, message: "tag \(uid) does not let \(range) be read",
            reason: "it answers for its first pages only: reading is protected by a password",
            next: "use another tag, or remove the password")
    }
}
