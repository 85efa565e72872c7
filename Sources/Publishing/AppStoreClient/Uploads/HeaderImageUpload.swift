internal import AppStoreConnect
internal import Faults

/// Brings the picture of a default card to App Store Connect. It belongs to its localization from the reservation on, so
/// what is there says how far an earlier run came.
struct HeaderImageUpload {
    let transfer: ImageTransfer
    let localization: String

    /// Continues the image that is there when it is this one, and takes its place otherwise.
    func run(insteadOf id: String?, _ registered: ImageAttributes?) async throws {
        if let id {
            let isBegun =
                registered?.assetDeliveryState?.state != .known(.failed)
                && registered?.fileName == transfer.image.fileName && registered?.fileSize == transfer.image.size
                && registered?.sourceFileChecksum.map { $0.lowercased() == transfer.image.checksum } != false
            if isBegun {
                do {
                    _ = try await transfer.finish(id, try await transfer.look(id))
                    return
                } catch let error as ServiceError where error.code == .refused || error.code == .imageRefused {
                    // Its upload has expired, or it failed: begun anew.
                }
            }
            try await transfer.service.delete("\(transfer.path)/\(id)")
        }
        let request = HeaderImageResource(
            .headerImage,
            attributes: ImageAttributes(fileName: transfer.image.fileName, fileSize: transfer.image.size),
            relationships: HeaderImageRelationships(
                appClipDefaultExperienceLocalization: ToOne(Linkage(.defaultLocalization, localization))))
        let answer: ImageTransfer.ImageDocument = try await transfer.service.call(
            "POST", transfer.path, body: Document(request))
        guard let id = answer.data.id, let attributes = answer.data.attributes else {
            throw transfer.refusal("App Store Connect gave it no identifier")
        }
        _ = try await transfer.finish(id, attributes)
    }
}
