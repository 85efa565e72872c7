import NDEF

/// The lock bits of a Type 2 tag (NTAG213/215/216 data sheet, 8.5.2 and 8.5.3).
struct Type2Lock: Lockable {
    let session: Type2TagSession

    func objectionToLocking(_ image: TagImage) -> TagError? {
        guard case .type2(let image) = image else { return nil }
        return Type2LockPlanning.objection(to: image)
    }

    func planLock(
        of image: TagImage, holding message: NDEFMessage, mirror: TextMirror?, options: LockOptions
    ) throws(TagError) -> LockPlan {
        guard case .type2(let image) = image, image.uid == session.uid else {
            throw .tagChanged(image.uid, now: session.uid)
        }
        return try Type2LockPlanning.plan(image, holding: message, mirror: mirror, options: options)
    }

    func lock(_ plan: LockPlan, password: TagPassword?) async throws(TagError) {
        guard plan.uid == session.uid else { throw .tagChanged(plan.uid, now: session.uid) }
        if plan.needsPassword { try await session.open(with: password) }
        for write in plan.writes {
            try await session.write(write)
            if session.product.hasPassword, write.page == session.product.configurationPages?.lowerBound {
                try await confirm(write)
            }
        }
    }

    /// Makes sure that CFG0 holds what was acknowledged before CFG1 freezes it for ever. Selected again, the tag has its
    /// password off: what follows needs none.
    private func confirm(_ write: PageWrite) async throws(TagError) {
        try await session.connection.select()
        var image = Type2Image(uid: session.uid, product: session.product)
        try await session.read(write.page...write.page, into: &image)
        guard image[page: write.page] == write.bytes else {
            throw .notProtected(
                session.uid,
                "page \(write.page.pageNumber) holds \(image[page: write.page]?.hexadecimal ?? "nothing")")
        }
    }

    func verifyLock(_ plan: LockPlan) async throws(TagError) {
        guard plan.uid == session.uid else { throw .tagChanged(plan.uid, now: session.uid) }
        let uid = session.uid
        try await session.connection.select()
        var image = Type2Image(uid: uid, product: session.product)
        let firstDataPage = session.product.userPages.lowerBound
        let pages = Type2LockPlanning.provingPages(of: session.product)
        while let first = pages.first(where: { !image.holds($0) }) {
            let reachable = pages.last { $0 < first + session.product.pagesPerRead } ?? first
            try await session.read(session.product.read(from: first, to: reachable), into: &image)
        }
        guard Type2LockPlanning.hasLockedData(image, plan.options) else {
            throw .notProtected(uid, "the lock bits that were written do not read back")
        }
        guard Type2LockPlanning.hasFrozenConfiguration(image) else {
            let bits = session.product.hasPassword ? "CFGLCK" : "the lock bits of AUTH0, AUTH1 and its key"
            throw .notProtected(uid, "its configuration can still be changed (\(bits))")
        }
        let configuration = session.product.configurationPages?.compactMap { image[page: $0] }.flatMap(\.self) ?? []
        if let expected = plan.configuration, configuration != expected {
            throw .notProtected(uid, "its configuration pages hold \(configuration.hexadecimal)")
        }
        // The bits may read as set and do nothing, on a copy of the product. What is written is what is there.
        guard let content = image[page: firstDataPage] else { return }
        let write = PageWrite(page: firstDataPage, bytes: content)
        guard try await session.connection.takes(write, beside: .start) else { return }
        throw .notProtected(uid, "its lock bits are set, and it took a write to page \(firstDataPage.pageNumber)")
    }
}
