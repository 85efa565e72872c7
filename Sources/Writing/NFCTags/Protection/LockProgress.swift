/// How far a lock of ours has come, decided from what was read of the tag. It begins with the container: lock bits beside
/// one that allows writing are as the maker left them.
package enum LockProgress: Hashable, Sendable {
    /// Nothing of a lock is there.
    case none
    /// Something is locked for ever, or says so, and something is not.
    case begun
    /// What was read is locked; whether the rest is was not read, or is not shown by the reader.
    case unseen
    /// All data is locked, and the configuration can still be changed: a lock of an earlier version. It can be completed.
    case data
    /// The same, and the configuration takes a password: it can be completed with that alone, and by no one else.
    case closed
    /// The lock is complete.
    case complete

    /// Whether all data is locked.
    package var coversData: Bool {
        switch self {
        case .none, .begun, .unseen: false
        case .data, .closed, .complete: true
        }
    }
}

extension TagImage {
    package var lockProgress: LockProgress {
        switch self {
        case .type2(let image):
            guard let container = image[page: CapabilityContainer.page], container[3] & 0x0F != 0 else { return .none }
            // Where its lock bits are depends on the product.
            guard image.product.isKnown else { return .unseen }
            guard Type2LockPlanning.hasLockedData(image, .readOnlyContainer) else { return .begun }
            if Type2LockPlanning.hasFrozenConfiguration(image) { return .complete }
            return Type2LockPlanning.hasClosedConfiguration(image) ? .closed : .data
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
