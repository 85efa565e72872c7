internal import API
internal import AppClips
internal import CSV
internal import Geodesy
internal import NFCTags
internal import Registry

extension StationError {
    /// What another room's error means to a client; nil for an error that no client caused.
    init?(_ error: any Error) {
        switch error {
        case let error as StationError:
            self = error
        case let error as RegistryError:
            self.init(Self.status(of: error.code), error)
        case let error as FileError:
            self.init(422, error)
        case let error as AppClipError:
            self.init(422, error)
        case let error as GeodesyError:
            self.init(422, error)
        case let error as TagError:
            self.init(error.recovery == .restoreReader ? 503 : 409, error)
        case let error as DecodingError:
            self.init(
                400, "bad-request", "the request's JSON is refused", why: Self.text(of: error),
                next: "correct the request; nothing was changed")
        default:
            return nil
        }
    }

    private static func status(of code: RegistryError.Code) -> Int {
        switch code {
        case .unknownBatch, .unknownTag, .unknownReader, .unknownFinding, .unknownToken: 404
        case .alreadyExists, .contradiction: 409
        case .badFile, .badDeployment: 422
        case .newerSchema, .storageFailed: 503
        }
    }

    private static func text(of error: DecodingError) -> String {
        let context: DecodingError.Context
        switch error {
        case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found),
            .dataCorrupted(let found):
            context = found
        @unknown default:
            return "it does not have the expected form"
        }
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
    }
}
