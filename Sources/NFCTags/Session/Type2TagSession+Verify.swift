import NDEF

extension Type2TagSession {
    /// Selects the tag again, makes sure that it is the same, and reads back what a plan has written: each byte of
    /// the message block is compared, then the message is decoded as a phone would. Returns what the tag says.
    ///
    /// Bytes that are not the plan's, reserved ones within the same pages, are not compared: lock bits only gain bits.
    @discardableResult
    public func verify(_ plan: WritePlan) async throws(TagError) -> TagContent {
        guard plan.uid == uid else { throw .tagChanged(plan.uid, now: uid) }
        try await connection.select()
        var image = TagImage(uid: uid, product: product)
        for first in stride(from: CapabilityContainer.page, through: plan.lastPage, by: TagImage.largestRead) {
            let pages = first...min(first + TagImage.largestRead - 1, plan.lastPage)
            image.store(try await connection.read(pages), at: first)
        }
        for (address, byte) in plan.expected.sorted(by: { $0.key < $1.key })
        where image[byte: address] != byte {
            let found = image[page: address / 4]?.hexadecimal() ?? "nothing"
            throw .readBackDiffers(uid, "page \((address / 4).pageNumber) holds \(found)")
        }
        let message = try? TLVLayout(of: image).messageBytes(in: image)
        guard message == plan.message.encoded else {
            throw .readBackDiffers(uid, "the blocks before the message have changed")
        }
        return image.content
    }
}

extension TagError {
    fileprivate static func readBackDiffers(_ uid: TagUID, _ reason: String) -> TagError {
        TagError(
            code: .readBackDiffers, message: "tag \(uid) does not hold what was written", reason: reason,
            next: "put the tag on the reader again; if it happens again, discard the tag")
    }
}
