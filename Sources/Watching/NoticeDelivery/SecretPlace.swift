internal import Faults
internal import Foundation
internal import Notices
internal import UnixSystem

/// Where secrets of receivers are: files that settings name, never in the settings themselves and never on a command line.
package struct SecretPlace: Sendable {
    /// Where systemd puts credentials; nil when it has given none.
    private let credentials: String?

    package init(credentials: String? = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"]) {
        self.credentials = credentials
    }

    /// A path as it is; a name is that of a credential of the service, which root's commands find where systemd does.
    func path(_ name: String) -> String {
        if name.contains("/") { return name }
        return "\(credentials ?? "/etc/credstore")/\(name)"
    }

    func webhookSecret(_ settings: WebhookSettings) throws -> WebhookSecret {
        try SecretFile.read(path(settings.secret), limit: WebhookSecret.fileLimit) { try WebhookSecret($0) }
    }

    /// The first line of a file.
    func password(_ name: String) throws -> String {
        try SecretFile.read(path(name), limit: 1_024) { bytes in
            let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
            guard !line.isEmpty else {
                throw NotifyError(
                    .badSecret, "the password in \(path(name)) is refused", why: "its first line is empty",
                    next: "write the password into the first line")
            }
            return String(decoding: line, as: UTF8.self)
        }
    }
}
