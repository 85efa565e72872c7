internal import AppStoreConnect
internal import Faults
internal import HTTPClient
internal import HTTPMessages

/// Brings one header image to App Store Connect: reserve, upload the parts, commit, wait until it is taken.
struct ImageUpload {
    /// Looks at an image that is being processed.
    private static let looks = 20

    let service: ConnectService
    let notebook: UploadNotebook
    let image: WantedImage
    let bytes: [UInt8]
    /// The experience that the image is for: each has its own.
    let url: String

    /// The identifier of the image, once it is complete. Continues one that an earlier run has begun.
    func run() async throws -> String {
        let (id, attributes, isResumed) = try await begin()
        do {
            return try await finish(id, attributes)
        } catch let error as ServiceError where error.code == .imageRefused || isResumed && error.code == .refused {
            // It failed, or its upload has expired: the next try begins anew. The first refusal may pass.
            await notebook.note(nil, for: url, checksum: image.checksum)
            throw error
        }
    }

    private typealias ImageDocument = Document<Resource<ImageAttributes>>

    private func begin() async throws -> (id: String, ImageAttributes, isResumed: Bool) {
        if let id = await notebook.image(for: url, checksum: image.checksum) {
            do {
                return (id, try await look(id), true)
            } catch let error as ServiceError where error.code == .notFound {
                await notebook.note(nil, for: url, checksum: image.checksum)
            }
        }
        let request = Document(
            Resource(.image, attributes: ImageAttributes(fileName: image.fileName, fileSize: image.size)))
        let answer: ImageDocument = try await service.call("POST", "/v1/appClipAdvancedExperienceImages", body: request)
        guard let id = answer.data.id, let attributes = answer.data.attributes else {
            throw refusal("App Store Connect gave it no identifier")
        }
        await notebook.note(id, for: url, checksum: image.checksum)
        return (id, attributes, false)
    }

    private func finish(_ id: String, _ attributes: ImageAttributes) async throws -> String {
        var attributes = attributes
        if attributes.assetDeliveryState?.state == .known(.awaitingUpload) || attributes.assetDeliveryState == nil {
            for operation in attributes.uploadOperations ?? [] { try await upload(operation) }
            let commit = Document(
                Resource(
                    .image, id: id,
                    attributes: ImageAttributes(sourceFileChecksum: image.checksum, uploaded: true)))
            let answer: ImageDocument = try await service.call(
                "PATCH", "/v1/appClipAdvancedExperienceImages/\(id)", body: commit)
            attributes = answer.data.attributes ?? attributes
        }
        for look in 0..<Self.looks {
            switch attributes.assetDeliveryState?.state {
            case .known(.complete): return id
            case .known(.failed):
                let faults = (attributes.assetDeliveryState?.errors ?? []).compactMap { $0.description ?? $0.code }
                throw refusal(faults.isEmpty ? "App Store Connect gives no reason" : faults.joined(separator: "\n"))
            default: break
            }
            try await service.clock.sleep(seconds: min(0.25 * Double(1 << min(look, 8)), 10))
            attributes = try await self.look(id)
        }
        throw ServiceError(
            code: .unavailable, message: "the image \(image.path) is not ready",
            reason: "App Store Connect still works on it",
            next: "run the command again: it continues with this image")
    }

    private func look(_ id: String) async throws -> ImageAttributes {
        let answer: ImageDocument = try await service.call("GET", "/v1/appClipAdvancedExperienceImages/\(id)")
        guard let attributes = answer.data.attributes else { throw refusal("App Store Connect says nothing about it") }
        return attributes
    }

    private func upload(_ operation: UploadOperation) async throws {
        let (start, count) = (operation.offset, operation.length)
        guard start >= 0, count >= 0, start <= bytes.count, count <= bytes.count - start else {
            throw refusal("App Store Connect asks for bytes beyond its end")
        }
        var request = WebRequest(operation.method, try service.address.uploadURL(operation.url))
        for header in operation.requestHeaders ?? [] { request.headers.add(header.name, header.value) }
        request.body = Array(bytes[start..<start + count])
        try await service.upload(request)
    }

    private func refusal(_ reason: String) -> ServiceError {
        ServiceError(
            code: .imageRefused, message: "the image \(image.path) was not taken", reason: reason,
            next: "give a PNG or JPEG of 1800 x 1200 pixels without transparency")
    }
}
