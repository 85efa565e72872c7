/// How far a lock of ours has come, decided from what was read of the tag. It begins with the container: lock bits beside
/// one that allows writing are as the maker left them.
package enum LockProgress: Hashable, Sendable {
    /// Nothing of a lock is there.
    case none
    /// Something is locked for ever, or says so, and something is not.
    case begun
    /// What was read is locked; whether the rest is was not read, or is not shown by the reader.
    case unseen
    /// All data is locked, and anyone can still change the configuration: a lock of an earlier version. It can be completed.
    case data
    /// The lock is complete.
    case complete
}

extension TagImage {
    package var lockProgress: LockProgress {
        switch self {
        case .type2(let image):
            guard let container = image[page: CapabilityContainer.page], container[3] & 0x0F != 0 else { return .none }
            // Where its lock bits are depends on the product.
            guard image.product.isKnown else { return .unseen }
            guard Type2LockPlanning.hasLockedData(image, .readOnlyContainer) else { return .begun }
            // With a password, what a stranger could change is closed to him.
            let isClosed = Type2LockPlanning.hasFrozenConfiguration(image) || isPasswordProtected
            return isClosed ? .complete : .data
        case .type4: return guardState == .locked ? .complete : .none
        case .type5(let image): return image.lockProgress
        }
    }
}

extension Type5Image {
    fileprivate var lockProgress: LockProgress {
        guard let container = try? Type5Container(of: self), container.writeAccess == Type5Container.readOnly else {
            return .none
        }
        let locks = areaBlocks.map { isLocked($0) }
        guard !locks.contains(false) else { return .begun }
        return locks.contains(nil) ? .unseen : .complete
    }
}
