/// One part of a file, and where it goes.
package struct UploadOperation: Sendable, Hashable, Codable {
    package struct Header: Sendable, Hashable, Codable {
        package let name: String
        package let value: String
    }

    package let method: String
    package let url: String
    /// Bytes.
    package let length: Int
    /// Bytes from the file's beginning.
    package let offset: Int
    package let requestHeaders: [Header]?
}

/// The attributes of a header image.
package struct ImageAttributes: Sendable, Hashable, Codable {
    package struct Delivery: Sendable, Hashable, Codable {
        package struct Fault: Sendable, Hashable, Codable {
            package let code: String?
            package let description: String?
        }

        package var errors: [Fault]?
        package var state: Tolerated<ImageState>?

        package init(errors: [Fault]? = nil, state: Tolerated<ImageState>?) {
            self.errors = errors
            self.state = state
        }
    }

    package var fileName: String?
    /// Bytes.
    package var fileSize: Int?
    /// The MD5 of the file, as hexadecimal digits.
    package var sourceFileChecksum: String?
    package var uploadOperations: [UploadOperation]?
    package var assetDeliveryState: Delivery?
    /// Changed only: all parts are there.
    package var uploaded: Bool?

    package init(
        fileName: String? = nil, fileSize: Int? = nil, sourceFileChecksum: String? = nil, uploaded: Bool? = nil
    ) {
        self.fileName = fileName
        self.fileSize = fileSize
        self.sourceFileChecksum = sourceFileChecksum
        self.uploaded = uploaded
    }
}
