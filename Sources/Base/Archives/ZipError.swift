/// Why a ZIP archive, or a file in it, cannot be read or made. The caller knows which file it is, and what to do.
public enum ZipError: Error, Sendable, Equatable {
    /// The bytes are not a ZIP archive: libzip's reason.
    case notAnArchive(String)
    /// A file in it cannot be opened, for example because it is encrypted: libzip's reason.
    case unreadable(String)
    /// A file's compressed data or its checksum is wrong.
    case damaged
    /// A file unpacks to more bytes than the caller allows.
    case tooLarge
    /// The archive cannot be made: libzip's reason.
    case notWritten(String)

    /// In words that complete "the file is refused: ".
    public var reason: String {
        switch self {
        case .notAnArchive(let reason): "it is not a ZIP archive: \(reason)"
        case .unreadable(let reason): "a file in it cannot be read: \(reason)"
        case .damaged: "a file in it is damaged"
        case .tooLarge: "a file in it is too large"
        case .notWritten(let reason): "the archive cannot be made: \(reason)"
        }
    }
}
