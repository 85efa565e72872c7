/// One part of a file, and where it goes.
public struct UploadOperation: Sendable, Hashable, Codable {
    public struct Header: Sendable, Hashable, Codable {
        public let name: String
        public let value: String
    }

    public let method: String
    public let url: String
    /// Bytes.
    public let length: Int
    /// Bytes from the file's beginning.
    public let offset: Int
    public let requestHeaders: [Header]?
}

/// The attributes of a header image.
public struct ImageAttributes: Sendable, Hashable, Codable {
    public struct Delivery: Sendable, Hashable, Codable {
        public struct Fault: Sendable, Hashable, Codable {
            public let code: String?
            public let description: String?
        }

        public var errors: [Fault]?
        public var state: Tolerated<ImageState>?

        public init(errors: [Fault]? = nil, state: Tolerated<ImageState>?) {
            self.errors = errors
            self.state = state
        }
    }

    public var fileName: String?
    /// Bytes.
    public var fileSize: Int?
    /// The MD5 of the file, as hexadecimal digits.
    public var sourceFileChecksum: String?
    public var uploadOperations: [UploadOperation]?
    public var assetDeliveryState: Delivery?
    /// Changed only: all parts are there.
    public var uploaded: Bool?

    public init(
        fileName: String? = nil, fileSize: Int? = nil, sourceFileChecksum: String? = nil, uploaded: Bool? = nil
    ) {
        self.fileName = fileName
        self.fileSize = fileSize
        self.sourceFileChecksum = sourceFileChecksum
        self.uploaded = uploaded
    }
}
