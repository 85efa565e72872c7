internal import Chips
internal import Faults
import NDEF

/// Computes from an image what is left to lock of a Type 2 tag.
enum Type2LockPlanning {
    /// Why the tag can never be locked: block bits have frozen lock bits that are not set.
    static func objection(to image: Type2Image) -> TagError? {
        guard image.product.isKnown else {
            return .notLockable(
                image.uid,
                "this reader does not let the tag be asked what it is, and where lock bits are depends on that")
        }
        do throws(MemoryFault) {
            let locks = try LockBits(of: image)
            let pages = [CapabilityContainer.page] + Array(image.product.userPages)
            guard let page = pages.first(where: locks.leaveOpenForEver) else { return nil }
            return .notLockable(
                image.uid, "its block bits have frozen the lock bit of page \(page.pageNumber), which is not set")
        } catch {
            return TagError(error, of: image)
        }
    }

    static func plan(
        _ image: Type2Image, holding message: NDEFMessage, mirror: TextMirror?, options: LockOptions
    ) throws(TagError) -> LockPlan {
        let data = try Type2WritePlan(writing: message, to: image, mirror: mirror, hasPassword: true)
        guard data.isEmpty else {
            throw .readBackDiffers(image.uid, "page \((data.writes.first?.page ?? 0).pageNumber) would have to change")
        }
        if let error = objection(to: image) { throw error }
        let memory = try MemoryState(of: image, mirror: mirror, message: message)
        var writes: [PageWrite] = []
        if let container = try containerWrite(image, memory, options: options) { writes.append(container) }
        if let locks = image.product.dynamicLocks, let bytes = image[page: locks.page],
            !isReached(locks, by: bytes)
        {
            writes.append(PageWrite(page: locks.page, bytes: locks.complete + [0x00]))
        }
        if let bytes = image[page: LockBits.staticPage], bytes[2...3] != [0xFF, 0xFF] {
            // Bytes 0 and 1 of the write are ignored.
            writes.append(PageWrite(page: LockBits.staticPage, bytes: [0x00, 0x00, 0xFF, 0xFF]))
        }
        return LockPlan(
            uid: image.uid, writes: writes, changesContainerFile: false, options: options,
            needsPassword: memory.needsPassword(for: writes.map(\.page)))
    }

    /// Whether a read-back shows the lock.
    static func isComplete(_ image: Type2Image, _ options: LockOptions) -> Bool {
        guard let locks = try? LockBits(of: image), locks.lock(CapabilityContainer.page) else { return false }
        guard image.product.userPages.allSatisfy(locks.lock) else { return false }
        guard options.contains(.readOnlyContainer) else { return true }
        return image[page: CapabilityContainer.page].map { $0[3] & 0x0F == 0x0F } ?? false
    }

    /// Whether all bits are set that still can be. Byte 1 of a grouped lock page has block bits of its own.
    private static func isReached(_ locks: DynamicLocks, by bytes: [UInt8]) -> Bool {
        (0..<3).allSatisfy { index in
            let frozen = locks.rule == .grouped && index == 1 ? bytes[1] << 4 : 0
            return locks.complete[index] & ~bytes[index] & ~frozen == 0
        }
    }

    private static func containerWrite(
        _ image: Type2Image, _ memory: MemoryState, options: LockOptions
    ) throws(TagError) -> PageWrite? {
        guard options.contains(.readOnlyContainer), let container = image[page: CapabilityContainer.page],
            container[3] & 0x0F != 0x0F
        else { return nil }
        guard !memory.locks.lock(CapabilityContainer.page) else {
            throw .notLockable(image.uid, "its capability container is locked and allows writing")
        }
        return PageWrite(page: CapabilityContainer.page, bytes: container.prefix(3) + [container[3] | 0x0F])
    }
}

extension TagError {
    static func notLockable(_ uid: ChipUID, _ reason: String) -> TagError {
        TagError(
            code: .notLockable, message: "tag \(uid) cannot be locked", reason: reason,
            next: "use another tag, or write it without a lock")
    }

    static func notProtected(_ uid: ChipUID, _ reason: String) -> TagError {
        TagError(
            code: .notProtected, message: "tag \(uid) is not protected as it should be", reason: reason,
            next: "put the tag on the reader again; if it happens again, discard the tag")
    }
}
