public import Faults
public import NDEF

extension TagTreatment {
    /// Why a tag can never become that, decided from an image before anything is written; nil when it can.
    ///
    /// `message` is what it is to hold; `knowledge` is what is known of its password.
    public func objection(
        to image: TagImage, holding message: NDEFMessage? = nil, knowing knowledge: PasswordKnowledge = .known
    ) -> TagError? {
        switch image {
        case .type2(let image):
            // What cannot be at all comes before what a password would open.
            return impossibility(on: image, message, knowledge) ?? closure(of: image, message, knowledge)
        case .type4(let image):
            if mirror != nil { return .notMirrorable(image.uid, "Type 4 tags are not made to mirror here") }
            switch protection {
            case .none: return nil
            case .lock: return image.objectionToLocking
            case .password: return .notProtectable(image.uid, "Type 4 tags get no password here")
            }
        case .type5(let image):
            if mirror != nil { return .notMirrorable(image.uid, "Type 5 tags do not mirror") }
            switch protection {
            case .none: return nil
            case .lock: return image.objectionToLocking
            case .password: return .notProtectable(image.uid, "Type 5 tags get no password here")
            }
        }
    }

    private func impossibility(
        on image: Type2Image, _ message: NDEFMessage?, _ knowledge: PasswordKnowledge
    ) -> TagError? {
        if let mirror {
            guard image.product.mirroring == .known else {
                return .notMirrorable(image.uid, "how an \(image.product.name) mirrors is not known here, if it does")
            }
            if image.isConfigurationFrozen, !image.shows(mirror, in: message) {
                return .notMirrorable(image.uid, "its configuration is frozen for ever (CFGLCK)")
            }
        }
        switch protection {
        case .lock: return Type2LockPlanning.objection(to: image, .readOnlyContainer)
        case .none:
            let isOpened = message.map { TagImage.type2(image).isToBeOpened(before: $0, knowing: knowledge) } ?? false
            return isOpened
                ? Self.refusal { () throws(TagError) in
                    try PasswordPlan(.remove, on: image, keepsMirror: true)
                } : nil
        case .password:
            return Self.refusal { () throws(TagError) in
                try PasswordPlan(.protect, on: image, keepsMirror: mirror != nil)
            }
        }
    }

    private static func refusal(_ plan: () throws(TagError) -> PasswordPlan) -> TagError? {
        do {
            _ = try plan()
            return nil
        } catch {
            return error.code == .notProtectable ? error : nil
        }
    }

    /// Why a password is in the way that must not be tried for.
    private func closure(
        of image: Type2Image, _ message: NDEFMessage?, _ knowledge: PasswordKnowledge
    ) -> TagError? {
        guard knowledge != .known, image.product.hasPassword, let configuration = try? TagConfiguration(of: image),
            knowledge == .none || configuration.countsPasswords,
            configuration.firstProtectedPage <= lastPage(on: image, message)
        else { return nil }
        let first = configuration.firstProtectedPage.pageNumber
        return TagError(
            code: .passwordProtected, message: "tag \(image.uid) cannot be written",
            reason: "its pages from \(first) on need a password that is not known here"
                + (configuration.countsPasswords ? ", and it counts wrong ones until it is closed for ever" : ""),
            next: "use another tag, or remove the password")
    }

    /// The last page that message and treatment change while a password acts, -1 for none.
    private func lastPage(on image: Type2Image, _ message: NDEFMessage?) -> Int {
        var pages = [message.flatMap { image.lastPage(of: $0) } ?? -1]
        if protection == .password || mirror != nil, let configuration = image.product.configurationPages {
            // PWD and PACK follow CFG0 and CFG1.
            pages.append(configuration.upperBound + 2)
        }
        if protection == .lock {
            let writes = Type2LockPlanning.writes(image, .readOnlyContainer, keepsMirror: mirror != nil)
            pages += Type2LockPlanning.pagesBeforeOpening(writes, of: image)
        }
        return pages.max() ?? -1
    }
}

extension TagImage {
    /// Why a mirror that is in the way can never be switched off; nil when it can.
    public var objectionToUnmirroring: TagError? {
        guard case .type2(let image) = self else { return nil }
        guard image.product.mirroring == .known else {
            return .notMirrorable(image.uid, "how an \(image.product.name) mirrors is not known here, if it does")
        }
        guard image.isConfigurationFrozen else { return nil }
        return .notMirrorable(image.uid, "its configuration is frozen for ever (CFGLCK)")
    }

    /// Whether a password that is not wanted is to be taken off a tag that holds this message: the journal names its key,
    /// or it closes pages of the message, so that it came after those were written. Any other is a stranger's: it was there
    /// before, and it is not for us to try for it.
    public func isToBeOpened(before message: NDEFMessage, knowing knowledge: PasswordKnowledge) -> Bool {
        guard case .type2(let image) = self, isPasswordProtected || isConfigurationTorn else { return false }
        if knowledge == .known { return true }
        guard let configuration = try? TagConfiguration(of: image), let last = image.lastPage(of: message) else {
            return false
        }
        return configuration.firstProtectedPage <= last
    }
}

extension Type2Image {
    fileprivate var isConfigurationFrozen: Bool { (try? TagConfiguration(of: self))?.isFrozen ?? false }

    /// The last page that this message takes or will take.
    fileprivate func lastPage(of message: NDEFMessage) -> Int? {
        guard let memory = try? MemoryState(of: self, laysOutAnew: true) else { return nil }
        return memory.addresses.prefix(TLVBlock.size(forValue: message.encoded.count)).last.map { $0 / 4 }
    }
}
