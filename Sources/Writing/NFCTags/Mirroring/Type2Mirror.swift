import NDEF

/// The ASCII mirror of an NTAG21x (NTAG213/215/216 data sheet, 8.7).
struct Type2Mirror: Mirrorable {
    let session: Type2TagSession

    func planMirror(
        of image: TagImage, holding message: NDEFMessage, mirror: TextMirror
    ) throws(TagError) -> MirrorPlan {
        guard case .type2(let own) = image, own.uid == session.uid else {
            throw .tagChanged(image.uid, now: session.uid)
        }
        return try MirrorPlan(mirror, holding: message, on: own)
    }

    func switchOn(_ plan: MirrorPlan, password: TagPassword?) async throws(TagError) {
        guard plan.uid == session.uid else { throw .tagChanged(plan.uid, now: session.uid) }
        if plan.needsPassword { try await session.open(with: password) }
        for write in plan.writes { try await session.write(write) }
    }

    @discardableResult
    func verifyMirror(_ plan: MirrorPlan) async throws(TagError) -> TagImage {
        guard plan.uid == session.uid else { throw .tagChanged(plan.uid, now: session.uid) }
        let image = try await session.readBack(for: plan.message)
        // An empty plan: the configuration is right, and every byte of the message is there or shown.
        guard try MirrorPlan(plan.mirror, holding: plan.message, on: image).isEmpty else {
            throw .readBackDiffers(session.uid, "its configuration does not switch the mirror on")
        }
        return .type2(image)
    }
}
