internal import Faults
internal import UnixSystem

/// Hands messages to a mail server by SMTP (RFC 5321). Each is a connection of its own on a thread of its own.
package struct MailClient: Sendable {
    /// How the connection is protected.
    package enum Security: String, Sendable, CaseIterable {
        /// TLS from the first byte (RFC 8314), usually at port 465.
        case tls
        /// TLS after `STARTTLS` (RFC 3207), usually at port 587; a server without it is refused.
        case startTLS = "starttls"
        /// None: for a server on this machine.
        case none
    }

    /// An account at the mail server.
    package struct Login: Sendable {
        let user: String
        let password: String

        package init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }

    /// `HOST:PORT`.
    package let server: String
    package let security: Security
    /// How long all of it may take.
    package var timeout: Duration = .seconds(60)
    /// A PEM file of the authorities that may vouch for the server, instead of the system's.
    package var certificateAuthorities: String?
    package var login: Login?

    package init(server: String, security: Security) {
        self.server = server
        self.security = security
    }

    /// Sends a message (RFC 5322, lines that end with CR LF) from an address to others, and returns when the server has
    /// taken it for all of them.
    ///
    /// Throws `WebError`; then the server has not said that it took the message.
    package func send(_ message: [UInt8], from sender: String, to recipients: [String]) async throws {
        let client = self
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            do throws(SystemError) {
                try DedicatedThread.start("mail") {
                    continuation.resume(
                        with: Result { try MailTransfer(message).run(client, from: sender, to: recipients) })
                }
            } catch {
                continuation.resume(
                    throwing: WebError(
                        code: .failed, message: error.message, reason: error.reason, next: error.next))
            }
        }
    }
}
