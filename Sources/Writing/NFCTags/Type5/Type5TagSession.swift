public import Chips
public import Faults
public import NDEF

/// An NFC Forum Type 5 tag in the field (ISO/IEC 15693), and what can be done with it.
///
/// Exchanges: 1 selection, 1 for the tag's size, R reads, W writes; to verify 1 selection, V reads. See docs/exchanges.md.
public struct Type5TagSession: Sendable {
    let connection: Type5Connection
    public let product: VicinityProduct
    /// Blocks for the capability container and data.
    let dataBlocks: Int
    /// Whether it may be written.
    let isWritable: Bool

    public var uid: ChipUID { connection.uid }

    var emptyImage: Type5Image {
        Type5Image(uid: uid, product: product, dataBlocks: dataBlocks, isWritable: isWritable)
    }

    /// Finds out what the Type 5 tag is that `link` has just selected: its UID tells the product, and where the reader lets
    /// the question through, the tag must have that product's size.
    ///
    /// `allowsUntried`: whether products are written that no one has written yet.
    public static func identify(
        _ selected: SelectedTag, over link: any TagLink, reach: ReadReach = ReadReach(), allowsUntried: Bool = false
    ) async throws(TagError) -> Type5TagSession {
        let capabilities = await link.capabilities
        guard let product = VicinityProduct(uid: selected.uid), !capabilities.isDisjoint(with: [.type5, .type5Raw])
        else {
            throw .unsupported(UnsupportedTag(selected), selected.uid)
        }
        let connection = Type5Connection(
            tag: TagConnection(link: link, uid: selected.uid, reach: reach),
            way: capabilities.contains(.type5Raw) ? .addressed : .chosenByReader,
            writesWithOption: product.writesWithOption)
        switch connection.way {
        case .addressed:
            let blocks = try await connection.size(expecting: product)
            return Type5TagSession(
                connection: connection, product: product, dataBlocks: product.dataBlocks ?? blocks,
                isWritable: product.isTried || allowsUntried)
        case .chosenByReader:
            // Such a reader does not pass the question on: what is not known by its UID is read as far as it goes.
            return Type5TagSession(
                connection: connection, product: product, dataBlocks: product.dataBlocks ?? Type5Image.firstRead,
                isWritable: product.isTried)
        }
    }

    /// Reads what planning to write needs. Where the tag is to be locked, the lock status of every block as well.
    public func readImage(for message: NDEFMessage?, toLock: Bool = false) async throws(TagError) -> Type5Image {
        var image = emptyImage
        let size = message.map { TLVBlock.size(forValue: $0.encoded.count) }
        // Each turn reads a block that was missing, so this ends.
        while let blocks = image.nextBlocks(for: size) { try await connection.read(blocks, into: &image) }
        if toLock { try await connection.readLocks(into: &image) }
        return image
    }

    /// Selects the tag again and reads it as `readImage` does, with every lock status.
    func readBack(for message: NDEFMessage) async throws(TagError) -> Type5Image {
        try await connection.tag.select()
        return try await readImage(for: message, toLock: true)
    }

    /// Carries out a plan for this tag, block by block. `verify` afterwards.
    ///
    /// Stops at the first block that is not acknowledged. The tag then holds its old content, no message, or the new one
    /// (see `Type5WritePlan`).
    public func write(
        _ plan: Type5WritePlan, written: @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws(TagError) {
        guard plan.uid == uid else { throw .tagChanged(plan.uid, now: uid) }
        for (index, write) in plan.writes.enumerated() {
            do {
                try await connection.write(write)
            } catch {
                throw index < plan.writes.count - 1 ? error : error.atTheEnd
            }
            written(index + 1, plan.writes.count)
        }
    }

    /// Selects the tag again and reads back what a plan has written: each byte is compared, then the message is decoded as
    /// a phone would. Returns what the tag says.
    @discardableResult
    public func verify(_ plan: Type5WritePlan) async throws(TagError) -> TagContent {
        guard plan.uid == uid else { throw .tagChanged(plan.uid, now: uid) }
        try await connection.tag.select()
        var image = emptyImage
        try await connection.read(0...plan.lastBlock, into: &image)
        try Self.compare(image, with: plan)
        return image.content
    }

    static func compare(_ image: Type5Image, with plan: Type5WritePlan) throws(TagError) {
        for (block, bytes) in plan.expected.sorted(by: { $0.key < $1.key }) where image[block] != bytes {
            throw .readBackDiffers(
                image.uid, "block \(block.pageNumber) holds \(image[block]?.hexadecimal ?? "nothing")")
        }
        guard let layout = try? Type5Layout(of: image), (try? layout.messageBytes(in: image)) == plan.message.encoded
        else {
            throw .readBackDiffers(image.uid, "what it holds is not the message")
        }
    }
}

extension TagError {
    static func untried(_ product: VicinityProduct, _ uid: ChipUID) -> TagError {
        TagError(
            code: .unsupportedProduct, message: "tag \(uid) is not written: \(product.name)",
            reason: "no one has written such a tag with Waymark yet: it may be spoiled for ever",
            next: "use an \(VicinityProduct.tried.map(\.name).joined(separator: " or an ")), or try spare ones: "
                + "waymarkd --untried-chips")
    }
}
