internal import Chips
public import Faults
import NDEF

extension Type2TagSession {
    /// Selects the tag again, makes sure that it is the same, and reads back what a plan has written: each byte of
    /// the message block is compared, then the message is decoded as a phone would. Returns what the tag says.
    ///
    /// Bytes that are not the plan's, reserved ones within the same pages, are not compared: lock bits only gain bits.
    /// Where the tag is to show its UID or counter, that is what must be found.
    @discardableResult
    public func verify(_ plan: Type2WritePlan) async throws(TagError) -> TagContent {
        guard plan.uid == uid else { throw .tagChanged(plan.uid, now: uid) }
        try await connection.select()
        var image = Type2Image(uid: uid, product: product)
        var first = CapabilityContainer.page
        while first <= plan.lastPage {
            let pages = product.read(from: first, to: plan.lastPage)
            try await read(pages, into: &image)
            first = pages.upperBound + 1
        }
        try Self.compare(image, with: plan)
        return image.content
    }

    /// Whether an image that was read back shows all that the plan has written.
    static func compare(_ image: Type2Image, with plan: Type2WritePlan) throws(TagError) {
        let stored = plan.mirror.map { image.filling($0, with: plan.expected) } ?? image
        for (address, byte) in plan.expected.sorted(by: { $0.key < $1.key })
        where stored[byte: address] != byte {
            let found = image[page: address / 4]?.hexadecimal ?? "nothing"
            throw .readBackDiffers(image.uid, "page \((address / 4).pageNumber) holds \(found)")
        }
        let message = try? TLVLayout(of: stored).messageBytes(in: stored)
        guard message == plan.message.encoded else {
            throw .readBackDiffers(image.uid, "the blocks before the message have changed")
        }
    }
}

extension TagError {
    static func readBackDiffers(_ uid: ChipUID, _ reason: String) -> TagError {
        TagError(
            code: .readBackDiffers, message: "tag \(uid) does not hold what was written", reason: reason,
            next: "put the tag on the reader again; if it happens again, discard the tag")
    }
}
