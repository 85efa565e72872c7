public import Chips
public import Faults
public import NDEF

/// An NFC Forum Type 4 tag in the field, and what can be done with its plain NDEF file. NTAG 424 DNA is one of them; its
/// keys and messages that authenticate themselves are left alone.
///
/// Exchanges: 1 selection, 3 commands to the capability container, 1 to select the file, R reads, W updates; to verify
/// 1 selection, 2 commands to the file, V reads. See docs/exchanges.md.
public struct Type4TagSession: Sendable {
    static let ntag424Name = "NTAG 424 DNA"

    let connection: TagConnection
    let container: Type4Container

    /// The tag's name where its product is asked for. It comes from the capability container, so it costs no exchange;
    /// products with another one are not distinguished.
    public var productName: String { container.isNTAG424 ? Self.ntag424Name : "NFC Forum Type 4 tag" }

    public var uid: ChipUID { connection.uid }

    /// Finds the NDEF application and its capability container on the tag that `link` has just selected.
    public static func identify(
        _ selected: SelectedTag, over link: any TagLink
    ) async throws(TagError) -> Type4TagSession {
        let connection = TagConnection(link: link, uid: selected.uid)
        // Over PC/SC the reader has sent RATS, and gives an ATR in place of its answer.
        guard !selected.ats.isEmpty || selected.atqa.isEmpty else {
            throw .unsupported(
                UnsupportedTag(
                    name: "ISO/IEC 14443-4 card", reason: "it does not answer RATS, without which it takes no command"),
                selected.uid)
        }
        guard try await connection.command(Type4Command.selectApplication).isGood else {
            throw .unsupported(
                UnsupportedTag(
                    name: "ISO/IEC 14443-4 card without NDEF",
                    reason: "it has no NDEF application: a bank card, a ticket or a blank smart card"), selected.uid)
        }
        return Type4TagSession(connection: connection, container: try await connection.readContainer())
    }

    /// Reads what planning to write needs. Where the tag is to be locked, it is found out first, without changing
    /// anything, whether its capability container takes an update.
    public func readImage(toLock: Bool = false) async throws(TagError) -> Type4Image {
        let canChange = toLock ? try await asksWhetherContainerCanChange() : nil
        return try await readFile(Type4Image(uid: uid, container: container, canChangeContainer: canChange))
    }

    /// Writes the write access byte of the container as it is. Nil where the answer is known without that.
    private func asksWhetherContainerCanChange() async throws(TagError) -> Bool? {
        guard !container.isNTAG424, container.writeAccess == 0 else { return nil }
        try await connection.select(file: Type4Command.containerFile)
        do {
            try await connection.update(
                FileWrite(offset: Type4Container.writeAccessOffset, bytes: [container.writeAccess]))
            return true
        } catch {
            guard error.code == .commandRefused else { throw error }
            return false
        }
    }

    /// Carries out a plan for this tag. Every update is answered by a status; still, `verify` afterwards.
    public func write(
        _ plan: Type4WritePlan, written: @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws(TagError) {
        guard plan.uid == uid else { throw .tagChanged(plan.uid, now: uid) }
        for (index, write) in plan.writes.enumerated() {
            do {
                try await connection.update(write)
            } catch {
                throw index < plan.writes.count - 1 ? error : error.atTheEnd
            }
            written(index + 1, plan.writes.count)
        }
    }

    /// Selects the tag and its file again and reads what it holds, which should be `message`.
    public func readBack(expecting message: NDEFMessage) async throws(TagError) -> Type4Image {
        try await connection.select()
        guard try await connection.command(Type4Command.selectApplication).isGood else {
            throw .readBackDiffers(uid, "its NDEF application is not found any more")
        }
        return try await readFile(
            Type4Image(uid: uid, container: container, expecting: message.encoded.count))
    }

    /// Reads back what a plan has written and compares every byte.
    @discardableResult
    public func verify(_ plan: Type4WritePlan) async throws(TagError) -> TagContent {
        guard plan.uid == uid else { throw .tagChanged(plan.uid, now: uid) }
        let image = try await readBack(expecting: plan.message)
        try Self.compare(image, with: plan)
        return image.content
    }

    static func compare(_ image: Type4Image, with plan: Type4WritePlan) throws(TagError) {
        guard image.message == plan.message.encoded else {
            throw .readBackDiffers(image.uid, "its file holds another message")
        }
    }

    private func readFile(_ start: Type4Image) async throws(TagError) -> Type4Image {
        var image = start
        try await connection.select(file: container.file)
        while let range = image.nextRead {
            let bytes = try await connection.read(range)
            image.append(bytes)
        }
        return image
    }
}
