internal import Faults

/// What in a Type 5 tag's memory decides whether a message can be written.
struct Type5State {
    /// nil when there is no capability container yet, or when what is there is given up.
    let layout: Type5Layout?
    /// Why nothing can be written; a tag that holds the message already needs no writing.
    let refusal: TagError?

    /// `givingUp`: whether whatever blocks 0 and 1 hold may be the rest of a write that was interrupted.
    init(of image: Type5Image, givingUp: GivenUp) throws(TagError) {
        do throws(MemoryFault) {
            layout = try Type5Layout(of: image)
        } catch {
            switch error {
            case .notRead: throw TagError(error, of: image)
            case .unformatted: layout = nil
            case .malformed:
                guard givingUp != .nothing else { throw TagError(error, of: image) }
                layout = nil
            }
        }
        guard image.isWritable else {
            refusal = .untried(image.product, image.uid)
            return
        }
        refusal =
            switch givingUp {
            case .nothing: Self.oddity(of: image, layout)
            case .data: Self.closure(of: image)
            case .remains: nil
            }
    }

    /// What the container says of access, also to a data area that cannot be read.
    private static func closure(of image: Type5Image) -> TagError? {
        guard let access = Type5Container.access(of: image) else { return nil }
        if access.write != 0 {
            return .cannotWrite(image.uid, .locked, "its capability container forbids writing")
        }
        if access.read != 0 {
            return .cannotWrite(image.uid, .passwordProtected, "its capability container restricts reading")
        }
        return nil
    }

    private static func oddity(of image: Type5Image, _ layout: Type5Layout?) -> TagError? {
        guard let layout else {
            guard let bytes = image[0], bytes.contains(where: { $0 != 0 }) else { return nil }
            return .cannotWrite(
                image.uid, .notFormatted, "block 00 holds \(bytes.hexadecimal) in place of a capability container")
        }
        let container = layout.container
        if container.length != 4 || container.hasWideAddresses {
            return .cannotWrite(
                image.uid, .malformedMemory,
                "its capability container is of a kind that is read here and not written: "
                    + (container.hasWideAddresses ? "block addresses of two bytes" : "8 bytes"))
        }
        if let error = closure(of: image) { return error }
        if layout.hasForeignBlocks {
            return .cannotWrite(image.uid, .malformedMemory, "a proprietary TLV block comes before the message")
        }
        return nil
    }
}
