internal import Faults
import NDEF

/// The lock of each block of a Type 5 tag (ISO/IEC 15693-3, 10.4.3), after its capability container says read-only.
struct Type5Lock: Lockable {
    let session: Type5TagSession

    func objectionToLocking(_ image: TagImage) -> TagError? {
        guard case .type5(let image) = image else { return nil }
        return image.objectionToLocking
    }

    func planLock(
        of image: TagImage, holding message: NDEFMessage, mirror: TextMirror?, options: LockOptions
    ) throws(TagError) -> LockPlan {
        guard case .type5(let image) = image, image.uid == session.uid else {
            throw .tagChanged(image.uid, now: session.uid)
        }
        let data = try Type5WritePlan(writing: message, to: image)
        guard data.isEmpty, let container = image[0] else {
            throw .readBackDiffers(image.uid, "block \((data.writes.first?.page ?? 0).pageNumber) would have to change")
        }
        if let error = image.objectionToLocking { throw error }
        let write = PageWrite(page: 0, bytes: image.readOnlyContainer)
        return LockPlan(
            uid: image.uid, writes: container == write.bytes ? [] : [write], changesContainerFile: false,
            options: options, needsPassword: false,
            blocks: image.areaBlocks.filter { image.isLocked($0) != true })
    }

    func lock(_ plan: LockPlan, password: TagPassword?) async throws(TagError) {
        guard plan.uid == session.uid else { throw .tagChanged(plan.uid, now: session.uid) }
        for write in plan.writes {
            try await session.connection.write(write)
            // No block is locked before this one is right.
            var image = session.emptyImage
            try await session.connection.read(write.page...write.page, into: &image)
            guard image[write.page] == write.bytes else {
                throw .notProtected(
                    session.uid, "block \(write.page.pageNumber) holds \(image[write.page]?.hexadecimal ?? "nothing")")
            }
        }
        for block in plan.blocks { try await session.connection.lock(block) }
    }

    func verifyLock(_ plan: LockPlan) async throws(TagError) {
        guard plan.uid == session.uid else { throw .tagChanged(plan.uid, now: session.uid) }
        let connection = session.connection
        try await connection.tag.select()
        var image = session.emptyImage
        try await connection.read(0...Type5WritePlan.head, into: &image)
        try await connection.readLocks(into: &image)
        guard image[0] == image.readOnlyContainer else {
            throw .notProtected(session.uid, "its capability container still allows writing")
        }
        if let open = image.areaBlocks.first(where: { image.isLocked($0) != true }) {
            throw .notProtected(session.uid, "the lock of block \(open.pageNumber) does not read back")
        }
        // A lock may read as set and do nothing, on a copy of the product. What is written is what is there.
        guard let content = image[Type5WritePlan.head] else { return }
        let write = PageWrite(page: Type5WritePlan.head, bytes: content)
        guard try await connection.takes(write) else { return }
        throw .notProtected(
            session.uid, "its blocks are locked, and it took a write to block \(write.page.pageNumber)")
    }
}

extension Type5Image {
    /// Why the tag can never be locked, before anything is written; nil when nothing is known against it, or when it is
    /// locked already.
    var objectionToLocking: TagError? {
        guard isWritable else { return .untried(product, uid) }
        if canBeLocked == false { return .notLockable(uid, "this reader has no commands to lock it and to show that") }
        guard isLocked(0) == true, let container = self[0], container != readOnlyContainer else { return nil }
        return .notLockable(uid, "its capability container is locked and allows writing")
    }
}
