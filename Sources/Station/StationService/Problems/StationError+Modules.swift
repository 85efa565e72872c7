internal import API
internal import AppClips
internal import CSV
internal import Checkpoints
internal import Faults
internal import Geodesy
internal import Grants
internal import NFCTags
internal import Provisioning
internal import Registry

extension StationError {
    /// What another module's error means to a client; nil for an error that no client caused.
    init?(_ error: any Error) {
        switch error {
        case let error as StationError:
            self = error
        case let error as RegistryError:
            self.init(.registry(error.code), error)
        case let error as GrantError:
            self.init(.grant(error.code), error)
        case let error as CheckpointError:
            self.init(.checkpoint(error.code), error)
        case let error as BatchRefusal:
            self.init(.batch(error.code), error)
        case let error as WriteJobRefusal:
            self.init(.job(error.code), error)
        case let error as FileError:
            self.init(.file(error.code), error)
        case let error as AppClipError:
            self.init(.url(error.code), error)
        case let error as GeodesyError:
            self.init(.place(error.code), error)
        case let error as TagError:
            self.init(.tag(error.code), error)
        default:
            return nil
        }
    }
}
