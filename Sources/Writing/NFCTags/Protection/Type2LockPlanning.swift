internal import Chips
internal import Faults
import NDEF

/// Computes from an image what is left to lock of a Type 2 tag.
enum Type2LockPlanning {
    /// Why the tag can never be locked, whatever message it holds: lock bits that block bits have frozen, of data or of what
    /// says who may read it, a container that is locked and allows writing, or a key that is not known here before a page
    /// that has to change.
    static func objection(to image: Type2Image, _ options: LockOptions = []) -> TagError? {
        guard image.product.isKnown else {
            return .notLockable(
                image.uid,
                "this reader does not let the tag be asked what it is, and where lock bits are depends on that")
        }
        do throws(MemoryFault) {
            let locks = try LockBits(of: image)
            let pages = [CapabilityContainer.page] + Array(image.product.userPages)
            if let page = pages.first(where: locks.leaveOpenForEver) {
                return .notLockable(
                    image.uid, "its block bits have frozen the lock bit of page \(page.pageNumber), which is not set")
            }
            if locks.isKeyOpenForEver {
                return .notLockable(
                    image.uid, "its block bits have frozen lock bits of AUTH0, AUTH1 or its key, which are not set")
            }
            if options.contains(.readOnlyContainer), !saysReadOnly(image), locks.lock(CapabilityContainer.page) {
                return .notLockable(image.uid, "its capability container is locked and allows writing")
            }
            guard !image.product.hasPassword else { return nil }
            let first = try TagConfiguration(of: image).firstProtectedPage
            guard let page = writes(image, options).map(\.page).first(where: { $0 >= first }) else { return nil }
            return .notLockable(image.uid, "page \(page.pageNumber) needs its key, which is not known here")
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
        if let error = objection(to: image, options) { throw error }
        let memory = try MemoryState(of: image, mirror: mirror, message: message)
        let writes = writes(image, options, keepsMirror: mirror != nil)
        let configuration = frozenConfiguration(image, keepsMirror: mirror != nil)
        return LockPlan(
            uid: image.uid, writes: writes, changesContainerFile: false, options: options,
            needsPassword: memory.needsPassword(for: pagesBeforeOpening(writes, of: image)),
            configuration: configuration.map { $0.cfg0 + $0.cfg1 })
    }

    /// What is left to write, in this order: configuration, container, dynamic lock bits, static ones.
    static func writes(_ image: Type2Image, _ options: LockOptions, keepsMirror: Bool = false) -> [PageWrite] {
        var writes = configurationWrites(image, keepsMirror: keepsMirror)
        if options.contains(.readOnlyContainer), !saysReadOnly(image),
            let container = image[page: CapabilityContainer.page]
        {
            writes.append(
                PageWrite(page: CapabilityContainer.page, bytes: container.prefix(3) + [container[3] | 0x0F]))
        }
        if let locks = image.product.dynamicLocks, let bytes = image[page: locks.page],
            !isReached(locks, by: bytes)
        {
            writes.append(PageWrite(page: locks.page, bytes: locks.complete + [0x00]))
        }
        if let bytes = image[page: LockBits.staticPage], bytes[2...3] != [0xFF, 0xFF] {
            // Bytes 0 and 1 of the write are ignored.
            writes.append(PageWrite(page: LockBits.staticPage, bytes: [0x00, 0x00, 0xFF, 0xFF]))
        }
        return writes
    }

    /// The pages that are written while a password still acts: once CFG0 is written, and the tag selected again, none does.
    static func pagesBeforeOpening(_ writes: [PageWrite], of image: Type2Image) -> [Int] {
        guard image.product.hasPassword, let first = writes.first,
            first.page == image.product.configurationPages?.lowerBound
        else { return writes.map(\.page) }
        return [first.page]
    }

    /// AUTH0 goes off first, so that a page torn within its programming cannot close anything.
    private static func configurationWrites(_ image: Type2Image, keepsMirror: Bool) -> [PageWrite] {
        guard let page = image.product.configurationPages?.lowerBound,
            let frozen = frozenConfiguration(image, keepsMirror: keepsMirror)
        else { return [] }
        let open = image[page: page] == frozen.cfg0 ? [] : [PageWrite(page: page, bytes: frozen.cfg0)]
        return open + [PageWrite(page: page + 1, bytes: frozen.cfg1)]
    }

    /// CFG0 and CFG1 as a lock is to freeze them; nil where the product has none, or they are frozen already.
    ///
    /// Lock bits end with the data: a stranger could still show something over a locked message (MIRROR) or close it with a
    /// password of his own (AUTH0, PROT), unless CFGLCK freezes both pages (NTAG213/215/216 data sheet, 8.5.7; MF0ULx1 data
    /// sheet, 8.5.6). Whether that acts at once or from the next power-up on does not matter: nothing is written there
    /// afterwards.
    private static func frozenConfiguration(
        _ image: Type2Image, keepsMirror: Bool
    ) -> (cfg0: [UInt8], cfg1: [UInt8])? {
        guard image.product.hasPassword, !hasFrozenConfiguration(image),
            let cfg0 = image.soundCFG0(keepsMirror: keepsMirror), let cfg1 = image.soundCFG1
        else { return nil }
        // PROT 0, AUTHLIM 0, CFGLCK 1. What counts reads stays (NFC_CNT_EN, NFC_CNT_PWD_PROT).
        return (cfg0.prefix(3) + [PasswordPlan.off], [cfg1[0] & 0x18 | 0x40] + cfg1.dropFirst())
    }

    /// The pages whose read-back shows the lock, and the one that a write is tried on.
    static func provingPages(of product: TagProduct) -> [Int] {
        var pages = [LockBits.staticPage, product.userPages.lowerBound]
        if let locks = product.dynamicLocks { pages.append(locks.page) }
        if product.hasPassword, let configuration = product.configurationPages { pages += configuration }
        return pages
    }

    /// Whether container and data are read-only for ever.
    static func hasLockedData(_ image: Type2Image, _ options: LockOptions) -> Bool {
        guard let locks = try? LockBits(of: image), locks.lock(CapabilityContainer.page) else { return false }
        guard image.product.userPages.allSatisfy(locks.lock) else { return false }
        return !options.contains(.readOnlyContainer) || saysReadOnly(image)
    }

    /// Whether what says who may read and write stays as it is for ever: CFG0 and CFG1 by CFGLCK, or AUTH0, AUTH1 and key by
    /// lock bits. A product without any of them has nothing to freeze.
    static func hasFrozenConfiguration(_ image: Type2Image) -> Bool {
        guard image.product.hasPassword else { return (try? LockBits(of: image))?.isKeyLocked ?? false }
        return (try? TagConfiguration(of: image))?.isFrozen ?? false
    }

    /// Whether CFG0 is open to those alone who have the tag's password.
    static func hasClosedConfiguration(_ image: Type2Image) -> Bool {
        guard image.product.hasPassword, let page = image.product.configurationPages?.lowerBound,
            let configuration = try? TagConfiguration(of: image)
        else { return false }
        return configuration.firstProtectedPage <= page
    }

    private static func saysReadOnly(_ image: Type2Image) -> Bool {
        image[page: CapabilityContainer.page].map { $0[3] & 0x0F == 0x0F } ?? false
    }

    /// Whether all bits are set that are needed, and of the others those that still can be. Byte 1 of a grouped lock page has
    /// block bits of its own.
    private static func isReached(_ locks: DynamicLocks, by bytes: [UInt8]) -> Bool {
        (0..<3).allSatisfy { index in
            let frozen = locks.rule == .grouped && index == 1 ? bytes[1] << 4 & ~locks.keyBits : 0
            return locks.complete[index] & ~bytes[index] & ~frozen == 0
        }
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
