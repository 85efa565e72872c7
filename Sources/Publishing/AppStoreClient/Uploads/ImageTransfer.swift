internal import AppStoreConnect
internal import Faults
internal import HTTPClient
internal import HTTPMessages

/// The bytes of an image that is reserved: upload the parts, commit, wait until it is taken. Alike for every kind of
/// image.
struct ImageTransfer {
    typealias ImageDocument = Document<Resource<ImageAttributes>>

    /// Looks at an image that is being processed.
    private static let looks = 20

    let service: ConnectService
    let type: ResourceType
    let image: WantedImage
    let bytes: [UInt8]

    var path: String { "/v1/\(type.rawValue)" }

    /// The identifier of the image, once it is complete.
    func finish(_ id: String, _ attributes: ImageAttributes) async throws -> String {
        var attributes = attributes
        if attributes.assetDeliveryState?.state == .known(.awaitingUpload) || attributes.assetDeliveryState == nil {
            for operation in attributes.uploadOperations ?? [] { try await upload(operation) }
            let commit = Document(
                Resource(
                    type, id: id, attributes: ImageAttributes(sourceFileChecksum: image.checksum, uploaded: true)))
            let answer: ImageDocument = try await service.call("PATCH", "\(path)/\(id)", body: commit)
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

    /// What App Store Connect says of the image now.
    func look(_ id: String) async throws -> ImageAttributes {
        let answer: ImageDocument = try await service.call("GET", "\(path)/\(id)")
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

    func refusal(_ reason: String) -> ServiceError {
        ServiceError(
            code: .imageRefused, message: "the image \(image.path) was not taken", reason: reason,
            next: "give a PNG or JPEG of 1800 x 1200 pixels without transparency")
    }
}
