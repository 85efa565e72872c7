import NDEF

/// PWD_AUTH of an NTAG21x or an Ultralight EV1 (NTAG213/215/216 data sheet, 8.8).
struct Type2Password: PasswordProtectable {
    let session: Type2TagSession

    func planProtection(
        of image: TagImage, holding message: NDEFMessage, mirror: TextMirror?
    ) throws(TagError) -> PasswordPlan {
        let image = try own(image)
        let data = try Type2WritePlan(writing: message, to: image, mirror: mirror, hasPassword: true)
        guard data.isEmpty else {
            throw .readBackDiffers(image.uid, "page \((data.writes.first?.page ?? 0).pageNumber) would have to change")
        }
        return try PasswordPlan(.protect, on: image, keepsMirror: mirror != nil)
    }

    func planNewPassword(of image: TagImage) throws(TagError) -> PasswordPlan {
        try PasswordPlan(.replace, on: own(image), keepsMirror: true)
    }

    func planRemoval(of image: TagImage) throws(TagError) -> PasswordPlan {
        try PasswordPlan(.remove, on: own(image), keepsMirror: true)
    }

    func protect(
        _ plan: PasswordPlan, password: TagPassword, current: TagPassword?
    ) async throws(TagError) {
        guard plan.uid == session.uid else { throw .tagChanged(plan.uid, now: session.uid) }
        guard case .password(let page) = session.product.protection, !plan.isEmpty else { return }
        if plan.needsPassword { try await session.open(with: current ?? password) }
        let new = plan.isRemoval ? TagPassword.factory : password
        for step in plan.steps {
            switch step {
            case .password: try await session.write(PageWrite(page: page + 2, bytes: new.passwordPage))
            case .acknowledgement: try await session.write(PageWrite(page: page + 3, bytes: new.acknowledgementPage))
            case .page(let write): try await session.write(write)
            }
        }
    }

    func verifyProtection(_ plan: PasswordPlan, password: TagPassword) async throws(TagError) {
        guard plan.uid == session.uid else { throw .tagChanged(plan.uid, now: session.uid) }
        guard let pages = session.product.configurationPages else { return }
        try await session.connection.select()
        try await session.open(with: plan.isRemoval ? .factory : password)
        var image = Type2Image(uid: session.uid, product: session.product)
        try await session.read(pages, into: &image)
        let found = pages.compactMap { image[page: $0] }.flatMap(\.self)
        guard found == plan.configuration else {
            throw .notProtected(session.uid, "its configuration pages hold \(found.hexadecimal)")
        }
    }

    func open(with password: TagPassword) async throws(TagError) {
        try await session.open(with: password)
    }

    private func own(_ image: TagImage) throws(TagError) -> Type2Image {
        guard case .type2(let own) = image, own.uid == session.uid else {
            throw .tagChanged(image.uid, now: session.uid)
        }
        return own
    }
}

extension Type2TagSession {
    /// PWD_AUTH, once.
    func open(with password: TagPassword?) async throws(TagError) {
        guard let password else { throw .wrongPassword(uid, "it needs a password, and none was given") }
        guard let answer = try await connection.ask(password.command, for: 2) else {
            try await connection.select()
            throw .wrongPassword(uid, "it refuses the password")
        }
        guard answer == password.acknowledgement else {
            throw .wrongPassword(uid, "it takes the password and answers with an acknowledgement that is not ours")
        }
    }
}
