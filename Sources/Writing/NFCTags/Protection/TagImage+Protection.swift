public import NDEF

/// What protects a tag against changes, decided from what was read of it.
public enum TagGuard: String, Hashable, Sendable, CaseIterable {
    /// Writing is open.
    case open
    /// All its data is read-only for ever.
    case locked
    /// Some of its data is read-only for ever, or its container says so and the lock is not complete.
    case partlyLocked = "partly-locked"
    /// Writing takes a password or a key.
    case password
}

extension TagImage {
    /// Nil when the image does not show it.
    public var guardState: TagGuard? {
        switch self {
        case .type2(let image): image.guardState
        case .type4(let image): image.guardState
        case .type5(let image): image.guardState
        }
    }

    /// Whether the tag holds `message`, also where it shows its UID or counter in place of a part of it: `mirror`.
    public func holds(_ message: NDEFMessage, mirror kind: TextMirror.Kind?) -> Bool {
        let mirror = kind.flatMap { TextMirror($0, replacingZerosIn: message) }
        return (try? WritePlan(writing: message, to: self, mirror: mirror, hasPassword: true))?.isEmpty ?? false
    }
}

extension Type2Image {
    fileprivate var guardState: TagGuard? {
        guard let locks = try? LockBits(of: self), let container = self[page: CapabilityContainer.page] else {
            return nil
        }
        let locked = product.userPages.count { locks.lock($0) }
        if locked == product.userPages.count { return .locked }
        if locked > 0 || container[3] & 0x0F == 0x0F { return .partlyLocked }
        guard let configuration = try? TagConfiguration(of: self) else { return nil }
        return configuration.firstProtectedPage <= product.userPages.upperBound ? .password : .open
    }
}

extension Type4Image {
    fileprivate var guardState: TagGuard {
        switch container.writeAccess {
        case 0: .open
        case Type4Container.readOnly: .locked
        default: .password
        }
    }
}

extension Type5Image {
    /// By the lock status of those blocks that were read.
    fileprivate var guardState: TagGuard? {
        guard let container = try? Type5Container(of: self) else { return nil }
        let known = areaBlocks.compactMap { isLocked($0) }
        let isReadOnly = container.writeAccess == Type5Container.readOnly
        // A reader that does not show locks leaves it open whether there are any.
        if known.isEmpty, isReadOnly { return nil }
        if !known.isEmpty, known.allSatisfy(\.self) { return .locked }
        if known.contains(true) || isReadOnly { return .partlyLocked }
        return container.writeAccess == 0 ? .open : .password
    }

    /// Whether its container forbids writing, or a block is locked.
    var isLockBegun: Bool {
        let container = try? Type5Container(of: self)
        return container?.writeAccess == Type5Container.readOnly || areaBlocks.contains { isLocked($0) == true }
    }
}
