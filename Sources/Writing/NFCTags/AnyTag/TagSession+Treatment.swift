public import Faults
public import NDEF

extension TagSession {
    /// Carries out a plan for a tag that has one of several passwords; tries them one after another where it needs one,
    /// and the factory's last: a tag that was torn while CFG0 was programmed may ask for it. Only for tags of our own.
    public func write(
        _ plan: WritePlan, passwords: TagPasswords, written: @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws(TagError) {
        try await opening(plan.needsPassword, with: passwords.current) { password throws(TagError) in
            try await write(plan, password: password, written: written)
        }
    }

    /// Treats a tag whose message was read back and is right: switches its mirror on, protects it, and verifies each.
    /// `image` is that read-back. Whatever a tag was torn away in before is finished.
    ///
    /// What is done cannot always be undone: put it on record before.
    public func treat(
        _ image: TagImage, holding message: NDEFMessage, as treatment: TagTreatment, passwords: TagPasswords
    ) async throws(TagError) {
        var image = image
        if let mirror = treatment.mirror {
            guard let mirrorable else { throw .notMirrorable(uid, "\(productName) cannot") }
            let plan = try mirrorable.planMirror(of: image, holding: message, mirror: mirror)
            if !plan.isEmpty {
                try await opening(plan.needsPassword, with: passwords.all) { password throws(TagError) in
                    try await mirrorable.switchOn(plan, password: password)
                }
                image = try await mirrorable.verifyMirror(plan)
            }
        }
        switch treatment.protection {
        case .none: try await unprotect(image, passwords)
        case .lock:
            let plan = try lockable.planLock(
                of: image, holding: message, mirror: treatment.mirror, options: .readOnlyContainer)
            try await opening(plan.needsPassword, with: passwords.all) { password throws(TagError) in
                try await lockable.lock(plan, password: password)
            }
            try await lockable.verifyLock(plan)
        case .password: try await protect(image, message, mirror: treatment.mirror, passwords: passwords)
        }
    }

    /// Makes sure that the tag opens with one of these passwords, or with the factory's, and changes nothing.
    public func open(passwords: TagPasswords) async throws(TagError) {
        guard case .type2(let session) = self else { throw .wrongPassword(uid, "\(productName) tags have none here") }
        try await opening(true, with: passwords.all) { password throws(TagError) in
            try await session.open(with: password)
        }
        // Nothing stays open while its write is put on record.
        try await session.connection.select()
    }

    /// Switches a mirror off, so that the message can be read and written again. What it stores stays.
    public func switchMirrorOff(_ image: TagImage, passwords: TagPasswords) async throws(TagError) {
        guard case .type2(let session) = self, case .type2(let image) = image, image.uid == uid else {
            throw .tagChanged(image.uid, now: uid)
        }
        let plan = try MirrorRemoval(image)
        try await opening(plan.needsPassword, with: passwords.all) { password throws(TagError) in
            if plan.needsPassword { try await session.open(with: password) }
            try await session.write(plan.write)
        }
        // From now on the tag shows what it stores.
        try await session.connection.select()
    }

    private func unprotect(_ image: TagImage, _ passwords: TagPasswords) async throws(TagError) {
        guard let passwordProtectable, image.isPasswordProtected || image.isConfigurationTorn else { return }
        let plan = try passwordProtectable.planRemoval(of: image)
        try await opening(plan.needsPassword, with: passwords.all) { password throws(TagError) in
            try await passwordProtectable.protect(plan, password: password ?? .factory, current: nil)
        }
        try await passwordProtectable.verifyProtection(plan, password: .factory)
    }

    private func protect(
        _ image: TagImage, _ message: NDEFMessage, mirror: TextMirror?, passwords: TagPasswords
    ) async throws(TagError) {
        guard let capability = passwordProtectable else {
            throw .notProtectable(uid, "\(productName) tags get no password here")
        }
        guard let new = passwords.new else { throw .wrongPassword(uid, "there is no password to give it") }
        var plan = try capability.planProtection(of: image, holding: message, mirror: mirror)
        var possible = passwords.all
        if plan.isEmpty {
            // Protected already: with this password, or with the one before.
            do {
                return try await capability.verifyProtection(plan, password: new)
            } catch {
                guard error.code == .wrongPassword, !passwords.current.isEmpty else { throw error }
            }
            plan = try capability.planNewPassword(of: image)
            possible.removeAll { $0.isSame(as: new) }
        }
        try await opening(plan.needsPassword, with: possible) { current throws(TagError) in
            try await capability.protect(plan, password: new, current: current)
        }
        try await capability.verifyProtection(plan, password: new)
    }

    /// Does something with the first password that the tag takes, the factory's last. One that it refuses has changed
    /// nothing, but on a tag that counts them: none but ours is tried there.
    private func opening(
        _ isNeeded: Bool, with passwords: [TagPassword],
        _ body: (TagPassword?) async throws(TagError) -> Void
    ) async throws(TagError) {
        guard isNeeded else { return try await body(nil) }
        for password in passwords.withoutDuplicates {
            do {
                return try await body(password)
            } catch {
                guard error.code == .wrongPassword else { throw error }
            }
        }
        if case .type2(let session) = self, try await session.countsPasswords() {
            throw .wrongPassword(uid, "none of our passwords opens it, and it counts wrong ones")
        }
        try await body(.factory)
    }
}

extension Type2TagSession {
    /// Whether the tag counts wrong passwords, asked of it now.
    fileprivate func countsPasswords() async throws(TagError) -> Bool {
        guard product.hasPassword, let pages = product.configurationPages else { return false }
        var image = Type2Image(uid: uid, product: product)
        try await read(pages, into: &image)
        do {
            return try TagConfiguration(of: image).countsPasswords
        } catch {
            throw TagError(error, of: image)
        }
    }
}

extension TagPasswords {
    /// Each of ours that may open the tag.
    fileprivate var all: [TagPassword] { current + (new.map { [$0] } ?? []) }
}

extension [TagPassword] {
    /// Each once, where it comes first: a tag may count wrong ones.
    fileprivate var withoutDuplicates: [TagPassword] {
        reduce(into: []) { found, password in
            if !found.contains(where: { $0.isSame(as: password) }) { found.append(password) }
        }
    }
}
