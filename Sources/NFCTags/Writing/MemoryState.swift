/// Everything in a tag's memory that decides whether and how a message can be written.
struct MemoryState {
    let image: TagImage
    let layout: TLVLayout
    /// The bytes of the message that the tag holds; nil when it holds none.
    let message: [UInt8]?
    let locks: LockBits
    let configuration: TagConfiguration

    init(of image: TagImage) throws(TagError) {
        self.image = image
        do {
            layout = try TLVLayout(of: image)
            message = try layout.messageBytes(in: image)
            locks = try LockBits(of: image)
            configuration = try TagConfiguration(of: image)
        } catch {
            throw TagError(error, of: image)
        }
    }

    /// The message block as it lies there, without a terminator.
    var block: [UInt8] {
        guard case .message(let header, let length) = layout.holding else { return [] }
        return layout.addresses.prefix(header + length).compactMap { image[byte: $0] }
    }

    /// Why the tag would not take these writes, or not show them; nil when it will. `lastPage` is where the message
    /// ends.
    func refusal(of writes: [PageWrite], lastPage: Int) -> TagError? {
        if let mirrored = configuration.mirroredPages, mirrored.lowerBound <= lastPage {
            return refusal(
                .mirrored,
                "it shows its UID or counter in place of what pages \(mirrored.lowerBound.pageNumber) to "
                    + "\(mirrored.upperBound.pageNumber) store",
                next: "switch its mirror off, or use another tag")
        }
        guard !writes.isEmpty else { return nil }
        guard layout.container.writeAccess == 0 else {
            return refusal(.locked, "its capability container forbids writing", next: "use another tag")
        }
        guard layout.container.readAccess == 0 else {
            return refusal(
                .passwordProtected, "its capability container restricts reading", next: "use another tag")
        }
        let pages = writes.map(\.page).sorted()
        if let page = pages.first(where: { $0 >= configuration.firstProtectedPage }) {
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
