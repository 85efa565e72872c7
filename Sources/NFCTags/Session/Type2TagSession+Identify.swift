extension Type2TagSession {
    /// Finds out what the tag is that `link` has just selected: one exchange for a tag that Waymark writes. Any
    /// other tag is named in the error.
    public static func identify(
        _ selected: SelectedTag, over link: any TagLink
    ) async throws(TagError) -> Type2TagSession {
        let connection = TagConnection(link: link, uid: selected.uid)
        if let other = UnsupportedTag(sak: selected.sak) { throw .unsupported(other, selected.uid) }
        guard let version = try await connection.version() else {
            throw .unsupported(try await connection.tagWithoutVersion(), selected.uid)
        }
        guard let product = TagProduct(version: version) else {
            throw .unsupported(UnsupportedTag(version: version), selected.uid)
        }
        return Type2TagSession(connection: connection, product: product)
    }

    /// Selects and identifies; nil when no tag is in the field.
    public static func identify(over link: any TagLink) async throws(TagError) -> Type2TagSession? {
        let selected: SelectedTag?
        do {
            selected = try await link.select()
        } catch {
            if error.concernsReader { throw .readerFailed(nil, error) }
            return nil
        }
        guard let selected else { return nil }
        return try await identify(selected, over: link)
    }
}

extension TagConnection {
    /// The answer to GET_VERSION. Asked twice before it is taken as missing, lest one disturbed answer turn an NTAG
    /// into something older.
    fileprivate func version() async throws(TagError) -> [UInt8]? {
        if let version = try await ask(Type2Command.getVersion, for: 8) { return version }
        try await select()
        return try await ask(Type2Command.getVersion, for: 8)
    }

    /// Names a tag that does not know GET_VERSION. The tag is selected anew after each question it refused. Told by
    /// answers alone, since a reader does not tell a refusal from silence.
    fileprivate func tagWithoutVersion() async throws(TagError) -> UnsupportedTag {
        try await select()
        if let answer = try await ask(Type2Command.authenticate, for: 9), answer.first == 0xAF {
            return .ultralightC
        }
        try await select()
        // An NTAG203 has 42 pages, a plain Ultralight 16.
        return try await ask(Type2Command.read(0x20), for: 16) == nil ? .ultralight : .ntag203
    }
}

extension TagError {
    static func unsupported(_ tag: UnsupportedTag, _ uid: TagUID) -> TagError {
        TagError(
            code: .unsupportedProduct, message: "tag \(uid) is not supported: \(tag.name)",
            reason: tag.reason,
            next: "use an NTAG213, NTAG215 or NTAG216")
    }
}
