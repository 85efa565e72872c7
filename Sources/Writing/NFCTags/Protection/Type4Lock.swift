internal import Faults
import NDEF

/// A Type 4 tag is locked by its capability container alone, where that can be written at all. An NTAG 424 DNA has no
/// one-way lock without a key: it refuses, and is never called locked.
struct Type4Lock: Lockable {
    let session: Type4TagSession

    func objectionToLocking(_ image: TagImage) -> TagError? {
        guard case .type4(let image) = image else { return nil }
        return image.objectionToLocking
    }

    func planLock(
        of image: TagImage, holding message: NDEFMessage, mirror: TextMirror?, options: LockOptions
    ) throws(TagError) -> LockPlan {
        guard case .type4(let image) = image, image.uid == session.uid else {
            throw .tagChanged(image.uid, now: session.uid)
        }
        guard image.message == message.encoded else {
            throw .readBackDiffers(image.uid, "its file holds another message")
        }
        return LockPlan(
            uid: image.uid, writes: [], changesContainerFile: image.container.writeAccess != Type4Container.readOnly,
            options: options, needsPassword: false)
    }

    func lock(_ plan: LockPlan, password: TagPassword?) async throws(TagError) {
        guard plan.uid == session.uid else { throw .tagChanged(plan.uid, now: session.uid) }
        guard plan.changesContainerFile else { return }
        try await session.connection.select(file: Type4Command.containerFile)
        let write = FileWrite(offset: Type4Container.writeAccessOffset, bytes: [Type4Container.readOnly])
        do {
            try await session.connection.update(write)
        } catch {
            guard error.code == .commandRefused else { throw error }
            throw .notLockable(session.uid, "its capability container cannot be changed without a key")
        }
    }

    func verifyLock(_ plan: LockPlan) async throws(TagError) {
        guard plan.uid == session.uid else { throw .tagChanged(plan.uid, now: session.uid) }
        let connection = session.connection
        try await connection.select()
        guard try await connection.command(Type4Command.selectApplication).isGood else {
            throw .notProtected(session.uid, "its NDEF application is not found any more")
        }
        let container = try await connection.readContainer()
        guard container.writeAccess == Type4Container.readOnly else {
            throw .notProtected(session.uid, "its capability container still allows writing")
        }
        try await connection.select(file: container.file)
        let length = try await connection.read(0..<Type4Image.lengthSize)
        do {
            try await connection.update(FileWrite(offset: 0, bytes: length))
        } catch {
            guard error.code == .commandRefused else { throw error }
            return
        }
        throw .notProtected(session.uid, "its capability container forbids writing, and it took an update")
    }
}
