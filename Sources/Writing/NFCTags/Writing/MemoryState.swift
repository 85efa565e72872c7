internal import Faults
import NDEF

/// Everything in a tag's memory that decides whether and how a message can be written.
struct MemoryState {
    /// With the message's own bytes where an allowed mirror hides what is stored.
    let image: Type2Image
    /// nil when the tag has no capability container yet, but may be given one.
    let layout: TLVLayout?
    /// The bytes of the message that the tag holds; nil when it holds none.
    let message: [UInt8]?
    let locks: LockBits
    let configuration: TagConfiguration
    /// The tag's mirror, if it is the one that is wanted.
    let allowedMirror: MirrorWindow?

    /// `laysOutAnew`: whether blocks in the data area that contradict the rules, or the product, are given up.
    init(
        of image: Type2Image, mirror: TextMirror? = nil, message: NDEFMessage? = nil, laysOutAnew: Bool = false
    ) throws(TagError) {
        var hidden: MirrorWindow?
        do throws(MemoryFault) {
            locks = try LockBits(of: image)
            configuration = try TagConfiguration(of: image)
            let layout: TLVLayout?
            do throws(MemoryFault) {
                let found = try TLVLayout(of: image)
                let isKept = !laysOutAnew || found.isPlausible(on: image.product)
                layout = isKept ? found : try TLVLayout(anew: image)
            } catch {
                switch error {
                case .unformatted: layout = nil
                case .malformed where laysOutAnew: layout = try TLVLayout(anew: image)
                case .malformed:
                    // What is read there may be what the tag shows, and not what it stores.
                    hidden = configuration.mirror.flatMap { $0.coversHead(of: image.product) ? $0 : nil }
                    guard hidden != nil else { throw error }
                    layout = nil
                case .notRead: throw error
                }
            }
            self.layout = layout
            let addresses = layout?.addresses ?? Formatting.dataArea(of: image.product)
            let window = configuration.mirror
            let isAllowed = window.map { $0.fits(mirror, of: message, at: addresses) } ?? false
            allowedMirror = isAllowed ? window : nil
            self.image =
                allowedMirror.map { image.filling($0, with: message?.encoded ?? [], at: addresses) } ?? image
            self.message = try layout?.messageBytes(in: self.image)
        } catch {
            throw TagError(error, of: image)
        }
        if let hidden { throw .mirrored(image.uid, hidden) }
        if layout == nil, let reason = Formatting.refusal(of: image) {
            throw refusal(.notFormatted, reason, next: "use a tag that the factory has formatted")
        }
    }

    /// Where the message block is or will be, to the end of the data area.
    var addresses: [Int] { layout?.addresses ?? Formatting.dataArea(of: image.product) }

    var room: MessageFit {
        MessageFit(size: layout?.container.size ?? image.product.declaredSize, free: addresses.count)
    }

    /// The message block in memory, without a terminator.
    var block: [UInt8] {
        guard let layout, case .message(let header, let length) = layout.holding else { return [] }
        return layout.addresses.prefix(header + length).compactMap { image[byte: $0] }
    }

    /// Whether writing one of the pages takes the password.
    func needsPassword(for pages: [Int]) -> Bool {
        pages.contains { $0 >= configuration.firstProtectedPage }
    }

    /// Why the tag would not take these writes, or not show them; nil when it will. `lastPage` is where the message
    /// ends.
    func refusal(of writes: [PageWrite], lastPage: Int, hasPassword: Bool) -> TagError? {
        if let mirror = configuration.mirror, allowedMirror == nil, mirror.addresses.lowerBound / 4 <= lastPage {
            return .mirrored(image.uid, mirror)
        }
        guard !writes.isEmpty else { return nil }
        if let layout, layout.container.writeAccess != 0 {
            return refusal(.locked, "its capability container forbids writing", next: "use another tag")
        }
        if let layout, layout.container.readAccess != 0 {
            return refusal(
                .passwordProtected, "its capability container restricts reading", next: "use another tag")
        }
        let pages = writes.map(\.page).sorted()
        let canUnlock = hasPassword && image.product.hasPassword
        if !canUnlock, let page = pages.first(where: { $0 >= configuration.firstProtectedPage }) {
            return refusal(
                .passwordProtected,
                "page \(page.pageNumber) needs its password, as all pages from "
                    + "\(configuration.firstProtectedPage.pageNumber) on",
                next: "use another tag, or remove the password")
        }
        if let page = pages.first(where: locks.lock) {
            return refusal(.locked, "page \(page.pageNumber) is locked for ever", next: "use another tag")
        }
        return nil
    }

    private func refusal(_ code: TagError.Code, _ reason: String, next: String) -> TagError {
        TagError(code: code, message: "tag \(image.uid) cannot be written", reason: reason, next: next)
    }
}

extension MirrorWindow {
    /// Whether this is the mirror that is wanted for the message, whose block begins with the first address.
    fileprivate func fits(_ mirror: TextMirror?, of message: NDEFMessage?, at addresses: [Int]) -> Bool {
        guard let mirror, let message, text.count == mirror.kind.length else { return false }
        let start = TLVBlock.headerSize(forValue: message.encoded.count) + mirror.offset
        guard start + text.count <= addresses.count else { return false }
        return Array(addresses[start..<start + text.count]) == Array(self.addresses)
    }
}

extension Type2Image {
    /// The image with the message's own bytes where the tag shows what it is expected to show.
    fileprivate func filling(_ window: MirrorWindow, with message: [UInt8], at addresses: [Int]) -> Type2Image {
        let block = TLVBlock.message(message)
        return filling(window, with: Dictionary(uniqueKeysWithValues: zip(addresses, block)))
    }

    func filling(_ window: MirrorWindow, with stored: [Int: UInt8]) -> Type2Image {
        var image = self
        for address in window.addresses {
            guard let byte = self[byte: address], let own = stored[address], window.shows(byte, at: address) else {
                continue
            }
            image.set(own, at: address)
        }
        return image
    }
}
