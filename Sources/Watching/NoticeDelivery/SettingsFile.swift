internal import Faults
internal import Foundation
package import Notices
internal import UnixSystem

/// The file of the settings.
package enum SettingsFile {
    private static let limit = 1 << 20

    /// Reads the settings. A file that another account could have written, or put in its place, is refused: who writes it
    /// decides where everything goes that the station finds.
    package static func read(_ path: String) throws -> NotifySettings {
        let bytes = try TrustedFile.read(path, limit: limit)
        do {
            return try JSONDecoder().decode(NotifySettings.self, from: Data(bytes))
        } catch let error as DecodingError {
            throw NotifyError(
                .badSettings, "the settings \(path) are refused", why: error.explanation(in: bytes),
                next: "correct the file; docs/watch.md shows the form")
        }
    }
}
