public import Chips
internal import Faults
public import NDEF

/// What is left to do until a tag shows its UID or counter in the message.
public struct MirrorPlan: Hashable, Sendable {
    /// The tag for which the plan was made; it fits no other.
    public let uid: ChipUID
    public let message: NDEFMessage
    public let mirror: TextMirror
    /// In this order: CFG1, which counts, before CFG0, which shows.
    let writes: [PageWrite]
    /// Whether the tag must be opened with the password it has.
    public let needsPassword: Bool

    /// Whether nothing is left to do but to verify.
    public var isEmpty: Bool { writes.isEmpty }
    /// How many writes are left.
    public var count: Int { writes.count }

    init(_ mirror: TextMirror, holding message: NDEFMessage, on image: Type2Image) throws(TagError) {
        guard image.product.mirroring == .known, case .password(let page) = image.product.protection else {
            throw .notMirrorable(image.uid, "how an \(image.product.name) mirrors is not known here, if it does")
        }
        let data = try Type2WritePlan(writing: message, to: image, mirror: mirror, hasPassword: true)
        guard data.isEmpty else {
            throw .readBackDiffers(image.uid, "page \((data.writes.first?.page ?? 0).pageNumber) would have to change")
        }
        let memory = try MemoryState(of: image, mirror: mirror, message: message)
        guard let cfg0 = image[page: page], let sound = image.soundCFG0(keepsMirror: true),
            let cfg1 = image[page: page + 1], let sound1 = image.soundCFG1
        else { throw TagError(.notRead(page: page), of: image) }
        let start = TLVBlock.headerSize(forValue: message.encoded.count) + mirror.offset
        let places = memory.addresses.dropFirst(start).prefix(mirror.kind.length)
        guard let first = places.first, let last = places.last, last - first == mirror.kind.length - 1 else {
            throw .notMirrorable(image.uid, "reserved bytes are between the bytes that it should show")
        }
        // MIRROR: kind, byte within the page; STRG_MOD_EN stays. MIRROR_PAGE. AUTH0 stays.
        let newCFG0 = [
            mirror.kind.rawValue << 6 | UInt8(first % 4) << 4 | sound[0] & 0x0F, sound[1], UInt8(first / 4), cfg0[3],
        ]
        let newCFG1 = mirror.kind.counts ? image.countingCFG1(from: sound1) : cfg1
        var writes: [PageWrite] = []
        if newCFG1 != cfg1 { writes.append(PageWrite(page: page + 1, bytes: newCFG1)) }
        if newCFG0 != cfg0 { writes.append(PageWrite(page: page, bytes: newCFG0)) }
        if memory.configuration.isFrozen {
            guard image.shows(mirror, in: message) else {
                throw .notMirrorable(image.uid, "its configuration is frozen for ever (CFGLCK)")
            }
            writes = []
        }
        uid = image.uid
        self.message = message
        self.mirror = mirror
        self.writes = writes
        needsPassword = memory.needsPassword(for: writes.map(\.page))
    }
}

extension TagError {
    static func notMirrorable(_ uid: ChipUID, _ reason: String) -> TagError {
        TagError(
            code: .notMirrorable, message: "tag \(uid) cannot show its UID or counter", reason: reason,
            next: "use an NTAG213, NTAG215 or NTAG216, or write it without a mirror")
    }
}
