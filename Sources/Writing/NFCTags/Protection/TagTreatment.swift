/// What becomes of a tag once its message is right: what it is to show of itself, and what keeps strangers from
/// writing to it.
public struct TagTreatment: Hashable, Sendable {
    public enum Protection: String, Hashable, Sendable, CaseIterable {
        /// Nothing; a password of ours is taken off.
        case none
        /// Read-only for ever.
        case lock
        /// Reading is open; writing takes the tag's password.
        case password
    }

    public let mirror: TextMirror?
    public let protection: Protection

    public init(mirror: TextMirror? = nil, protection: Protection) {
        self.mirror = mirror
        self.protection = protection
    }
}

/// What is known of the password that a tag may have.
public enum PasswordKnowledge: Hashable, Sendable, CaseIterable {
    /// Nothing: it is a stranger's tag, and no password is tried on it.
    case none
    /// It may be one of ours or the factory's. A tag that counts wrong passwords is not asked: that could close it for ever.
    case guessed
    /// The journal names its key.
    case known
}

/// The passwords for one tag: what it may have now, most likely first, and what it is to have.
public struct TagPasswords: Sendable {
    public let current: [TagPassword]
    public let new: TagPassword?

    public init(current: [TagPassword] = [], new: TagPassword? = nil) {
        self.current = current
        self.new = new
    }
}

extension TagImage {
    /// Whether the tag takes no writes to its data without a password.
    public var isPasswordProtected: Bool {
        guard case .type2(let image) = self, image.product.hasPassword,
            let configuration = try? TagConfiguration(of: image)
        else { return false }
        return configuration.firstProtectedPage <= image.product.lastPage
    }

    /// Whether it shows that pages can be written without a password that a password of ours closes.
    package var isOpenBesidePassword: Bool {
        guard case .type2(let image) = self, image.product.hasPassword,
            let configuration = try? TagConfiguration(of: image)
        else { return false }
        return configuration.firstProtectedPage > Int(PasswordPlan.firstProtectedPage)
    }

    /// Whether wrong passwords are counted, so that trying could close it for ever.
    package var countsPasswords: Bool {
        guard case .type2(let image) = self, image.product.hasPassword else { return false }
        return (try? TagConfiguration(of: image))?.countsPasswords ?? true
    }

    /// Whether its configuration holds what lost power has left there.
    package var isConfigurationTorn: Bool {
        if case .type2(let image) = self { return image.hasTornCFG0 }
        return false
    }

    /// Whether something of a lock is there: the container forbids writing, or one of its first locks is set.
    public var isLockBegun: Bool {
        if case .type5(let image) = self { return image.isLockBegun }
        guard case .type2(let image) = self else { return false }
        let container = image[page: CapabilityContainer.page].map { $0[3] & 0x0F != 0 } ?? false
        let locks = image[page: LockBits.staticPage].map { $0[2] != 0 || $0[3] != 0 } ?? false
        return container || locks
    }
}
