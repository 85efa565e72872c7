internal import AppStoreConnect
internal import Faults

/// Brings the header image of an advanced experience to App Store Connect: reserves it, or continues one that an earlier
/// run has begun.
struct ImageUpload {
    let transfer: ImageTransfer
    let notebook: UploadNotebook
    /// The experience that the image is for: each has its own.
    let url: String

    /// The identifier of the image, once it is complete.
    func run() async throws -> String {
        let (id, attributes, isResumed) = try await begin()
        do {
            return try await transfer.finish(id, attributes)
        } catch let error as ServiceError where error.code == .imageRefused || isResumed && error.code == .refused {
            // It failed, or its upload has expired: the next try begins anew. The first refusal may pass.
            await notebook.note(nil, for: url, checksum: transfer.image.checksum)
            throw error
        }
    }

    private func begin() async throws -> (id: String, ImageAttributes, isResumed: Bool) {
        let image = transfer.image
        if let id = await notebook.image(for: url, checksum: image.checksum) {
            do {
                return (id, try await transfer.look(id), true)
            } catch let error as ServiceError where error.code == .notFound {
                await notebook.note(nil, for: url, checksum: image.checksum)
            }
        }
        let request = Document(
            Resource(.image, attributes: ImageAttributes(fileName: image.fileName, fileSize: image.size)))
        let answer: ImageTransfer.ImageDocument = try await transfer.service.call(
            "POST", transfer.path, body: request)
        guard let id = answer.data.id, let attributes = answer.data.attributes else {
            throw transfer.refusal("App Store Connect gave it no identifier")
        }
        await notebook.note(id, for: url, checksum: image.checksum)
        return (id, attributes, false)
    }
}
