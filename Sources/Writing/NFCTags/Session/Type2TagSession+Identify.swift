internal import Chips
public import Faults

extension Type2TagSession {
    /// Finds out what the Type 2 tag is that `link` has just selected: one exchange for a tag that knows GET_VERSION. A
    /// tag that is not written here is named in the error.
    public static func identify(
        _ selected: SelectedTag, over link: any TagLink, reach: ReadReach = ReadReach()
    ) async throws(TagError) -> Type2TagSession {
        let connection = TagConnection(link: link, uid: selected.uid, reach: reach)
        guard await link.capabilities.contains(.raw) else {
            return Type2TagSession(connection: connection, product: try await connection.productOfUnknownKind())
        }
        guard let version = try await connection.version() else {
            if let other = UnsupportedTag(uid: selected.uid) { throw .unsupported(other, selected.uid) }
            return Type2TagSession(connection: connection, product: try await connection.productWithoutVersion())
        }
        guard let product = TagProduct(version: version) else {
            throw .unsupported(UnsupportedTag(version: version), selected.uid)
        }
        return Type2TagSession(connection: connection, product: product)
    }
}

extension TagConnection {
    /// The answer to GET_VERSION; nil for a tag that does not know the command. A lost answer must not turn an NTAG
    /// into something older, whose lock bits are elsewhere.
    fileprivate func version() async throws(TagError) -> [UInt8]? {
        try await answer(to: Type2Command.getVersion, of: 8, unlessRefusedBeside: .start, unheard: unidentified)
    }

    /// What the capability container tells, where no question after the product reaches the tag.
    fileprivate func productOfUnknownKind() async throws(TagError) -> TagProduct {
        var pages = try await ask(Type2Command.read(0), for: 16)
        if pages == nil {
            try await select()
            pages = try await ask(Type2Command.read(0), for: 16)
        }
        guard let pages else {
            throw TagError(
                code: .noAnswer, message: "tag \(uid) cannot be read",
                reason: "it can be selected, but no answer of it arrives",
                next: "put the tag on the middle of the reader again")
        }
        guard let product = TagProduct.unknown(container: Array(pages[12..<16])) else {
            throw TagError(
                code: .notFormatted, message: "tag \(uid) is not written on this reader",
                reason: "its capability container declares no NDEF, and the reader lets no question after its product "
                    + "through", next: "use a formatted tag, or a reader with raw access (docs/readers.md)")
        }
        return product
    }

    /// Distinguishes the products without GET_VERSION. What a tag refuses counts only where it answers something else
    /// each time: a lost answer would make an Ultralight C an NTAG203, and that is locked with other bits.
    fileprivate func productWithoutVersion() async throws(TagError) -> TagProduct {
        let half = try await answer(
            to: Type2Command.authenticate, of: 9, unlessRefusedBeside: .start, unheard: unidentified)
        if let half {
            // Whether the tag takes anything but the second half now is not settled.
            try await select()
            if half.first == 0xAF { return .ultralightC }
        }
        // An NTAG203 has 42 pages, a plain Ultralight 16.
        let high = try await answer(
            to: Type2Command.read(0x20), of: 16, unlessRefusedBeside: .start, unheard: unidentified)
        if high != nil { return .ntag203 }
        guard try await ask(Type2Command.read(0x0C), for: 16) != nil else { throw unidentified }
        return .ultralight
    }

    private var unidentified: TagError {
        TagError(
            code: .noAnswer, message: "tag \(uid) cannot be identified",
            reason: "it can be selected, but not all of its answers arrive",
            next: "put the tag on the middle of the reader again")
    }
}

extension TagError {
    static func unsupported(_ tag: UnsupportedTag, _ uid: ChipUID) -> TagError {
        TagError(
            code: .unsupportedProduct, message: "tag \(uid) is not supported: \(tag.name)",
            reason: tag.reason,
            next: "use an NTAG213, NTAG215 or NTAG216")
    }
}
