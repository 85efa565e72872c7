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
    /// The answer to GET_VERSION. Asked twice before it is taken as missing, lest one disturbed answer turn an NTAG
    /// into something older.
    fileprivate func version() async throws(TagError) -> [UInt8]? {
        if let version = try await ask(Type2Command.getVersion, for: 8) { return version }
        try await select()
        return try await ask(Type2Command.getVersion, for: 8)
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

    /// Distinguishes the products without GET_VERSION. The tag is selected anew after each question it refused. Only
    /// answers count, since a reader does not distinguish a refusal from silence.
    fileprivate func productWithoutVersion() async throws(TagError) -> TagProduct {
        try await select()
        if let answer = try await ask(Type2Command.authenticate, for: 9), answer.first == 0xAF {
            // Whether the tag takes anything but the second half now is not settled.
            try await select()
            return .ultralightC
        }
        try await select()
        // An NTAG203 has 42 pages, a plain Ultralight 16.
        if try await ask(Type2Command.read(0x20), for: 16) != nil { return .ntag203 }
        try await select()
        guard try await ask(Type2Command.read(0x0C), for: 16) != nil else {
            throw TagError(
                code: .noAnswer, message: "tag \(uid) cannot be identified",
                reason: "it can be selected, but no answer of it arrives",
                next: "put the tag on the middle of the reader again")
        }
        return .ultralight
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
