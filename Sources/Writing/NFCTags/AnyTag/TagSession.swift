public import Chips
public import Faults
public import NDEF

/// A tag in the field that has been identified, of whatever kind, and what can be done with it.
///
/// Writing goes in steps, so that a workflow can keep its journal between them: `identify`, `readImage`, a `WritePlan`,
/// then, with the intent on record, `write`, and `verify`; or, where the tag is to be protected, `readBack`, a plan of
/// the capability (`lockable`, `passwordProtectable`), and its verification. After an error whose recovery is to select
/// again the session is over: identify anew.
public enum TagSession: Sendable {
    case type2(Type2TagSession)
    case type4(Type4TagSession)
    case type5(Type5TagSession)

    /// Finds out what the tag is that `link` has just selected. A tag that Waymark does not write is named in the
    /// error.
    ///
    /// `reach`: what a caller keeps of a tag that stays on its reader, so that answers that are too long for the
    /// coupling are not asked for again. `allowsUntried`: whether Type 5 products are written that no one has written
    /// yet.
    public static func identify(
        _ selected: SelectedTag, over link: any TagLink, reach: ReadReach = ReadReach(), allowsUntried: Bool = false
    ) async throws(TagError) -> TagSession {
        if selected.uid.isRandom { throw .unsupported(.randomUID, selected.uid) }
        switch selected.family {
        case .type2: return .type2(try await .identify(selected, over: link, reach: reach))
        case .type4: return .type4(try await .identify(selected, over: link))
        case .type5:
            return .type5(try await .identify(selected, over: link, reach: reach, allowsUntried: allowsUntried))
        case .classic, .unknown: throw .unsupported(UnsupportedTag(selected), selected.uid)
        }
    }

    /// Selects and identifies; nil when no tag is in the field. Several tags are an error.
    public static func identify(
        over link: any TagLink, reach: ReadReach = ReadReach()
    ) async throws(TagError) -> TagSession? {
        let selected: SelectedTag?
        do {
            selected = try await link.select()
        } catch {
            if error.concernsReader { throw .readerFailed(nil, error) }
            if error.code == .severalTags { throw .severalTags(error) }
            return nil
        }
        guard let selected else { return nil }
        return try await identify(selected, over: link, reach: reach)
    }

    public var uid: ChipUID {
        switch self {
        case .type2(let session): session.uid
        case .type4(let session): session.uid
        case .type5(let session): session.uid
        }
    }

    /// The product's name on its data sheet, or the kind of tag where products are not distinguished.
    public var productName: String {
        switch self {
        case .type2(let session): session.product.name
        case .type4(let session): session.productName
        case .type5(let session): session.product.name
        }
    }

    /// The Type 2 product; nil for a tag of another type.
    public var product: TagProduct? {
        if case .type2(let session) = self { return session.product }
        return nil
    }

    /// The capability to be locked for ever. The tag's image shows whether this very tag can be.
    public var lockable: any Lockable {
        switch self {
        case .type2(let session): Type2Lock(session: session)
        case .type4(let session): Type4Lock(session: session)
        case .type5(let session): Type5Lock(session: session)
        }
    }

    /// The capability to have a password; nil for a product without one.
    public var passwordProtectable: (any PasswordProtectable)? {
        guard case .type2(let session) = self, session.product.hasPassword else { return nil }
        return Type2Password(session: session)
    }

    /// The capability to show UID or counter; nil for a product that cannot, or whose mirror is not known.
    public var mirrorable: (any Mirrorable)? {
        guard case .type2(let session) = self, session.product.mirroring == .known else { return nil }
        return Type2Mirror(session: session)
    }

    /// Reads what planning to write `message`, and to protect it, needs. `toLock`: the tag is to be locked, so it is
    /// found out whether it can be.
    public func readImage(for message: NDEFMessage, toLock: Bool = false) async throws(TagError) -> TagImage {
        switch self {
        case .type2(let session): .type2(try await session.readImage(for: message))
        case .type4(let session): .type4(try await session.readImage(toLock: toLock))
        case .type5(let session): .type5(try await session.readImage(for: message, toLock: toLock))
        }
    }

    /// Reads what the tag says now.
    public func readContent() async throws(TagError) -> TagContent {
        switch self {
        case .type2(let session): try await session.readContent()
        case .type4(let session): try await session.readImage().content
        case .type5(let session): try await session.readImage(for: nil).content
        }
    }

    /// Carries out a plan for this tag. `written` gets the acknowledged and the total number after each command.
    public func write(
        _ plan: WritePlan, password: TagPassword? = nil, written: @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws(TagError) {
        switch (self, plan) {
        case (.type2(let session), .type2(let plan)):
            try await session.write(plan, password: password, written: written)
        case (.type4(let session), .type4(let plan)): try await session.write(plan, written: written)
        case (.type5(let session), .type5(let plan)): try await session.write(plan, written: written)
        default: throw .tagChanged(plan.uid, now: uid)
        }
    }

    /// Selects the tag again and reads back what a plan has written. Returns what the tag says.
    @discardableResult
    public func verify(_ plan: WritePlan) async throws(TagError) -> TagContent {
        switch (self, plan) {
        case (.type2(let session), .type2(let plan)): try await session.verify(plan)
        case (.type4(let session), .type4(let plan)): try await session.verify(plan)
        case (.type5(let session), .type5(let plan)): try await session.verify(plan)
        default: throw .tagChanged(plan.uid, now: uid)
        }
    }

    /// The same where the tag is to be protected: reads back as much as planning that needs, and returns it.
    public func readBack(_ plan: WritePlan) async throws(TagError) -> TagImage {
        switch (self, plan) {
        case (.type2(let session), .type2(let plan)) where plan.uid == uid:
            let image = try await session.readBack(for: plan.message)
            try Type2TagSession.compare(image, with: plan)
            return .type2(image)
        case (.type4(let session), .type4(let plan)) where plan.uid == uid:
            let image = try await session.readBack(expecting: plan.message)
            try Type4TagSession.compare(image, with: plan)
            return .type4(image)
        case (.type5(let session), .type5(let plan)) where plan.uid == uid:
            let image = try await session.readBack(for: plan.message)
            try Type5TagSession.compare(image, with: plan)
            return .type5(image)
        default: throw .tagChanged(plan.uid, now: uid)
        }
    }

    /// READ_SIG: the factory's signature of the UID, 32 bytes; all zeros is none. Nil for a product without one. What
    /// it is worth: see `Cryptography.OriginalitySignature`.
    public func readSignature() async throws(TagError) -> [UInt8]? {
        guard case .type2(let session) = self else { return nil }
        return try await session.readSignature()
    }
}
