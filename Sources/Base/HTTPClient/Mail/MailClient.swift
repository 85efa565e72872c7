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

    /// A recipient for whom a server does not take mail, and what it answers.
    package struct Refusal: Sendable, Hashable {
        package let recipient: String
        package let answer: String
    }

    /// Sends a message (RFC 5322, lines that end with CR LF) from an address to others, and returns when the server has
    /// taken it, for all of them but those that it refuses for good. One that it refuses for now (4yz) is another matter:
    /// then it has taken nothing.
    ///
    /// Throws `WebError`; then the server has not said that it took the message.
    package func send(_ message: [UInt8], from sender: String, to recipients: [String]) async throws -> [Refusal] {
        let client = self
        return try await withCheckedThrowingContinuation { continuation in
            do throws(SystemError) {
                try DedicatedThread.start("mail") {
                    continuation.resume(
                        with: Result { try client.transfer(message, from: sender, to: recipients) })
                }
            } catch {
                continuation.resume(
                    throwing: WebError(
                        code: .failed, message: error.message, reason: error.reason, next: error.next))
            }
        }
    }

    /// On the calling thread. libcurl ends at the first recipient that is refused, and continues with the others only
    /// where it does so for those that are refused for now, too: then these would never get the message.
    private func transfer(
        _ message: [UInt8], from sender: String, to recipients: [String]
    ) throws(WebError) -> [Refusal] {
        var left = recipients
        var refusals: [Refusal] = []
        while true {
            let transfer = MailTransfer(message)
            do throws(WebError) {
                try transfer.run(self, from: sender, to: left)
                return refusals
            } catch {
                guard let refused = transfer.refused, left.count > 1,
                    let index = left.firstIndex(of: refused.recipient)
                else { throw error }
                left.remove(at: index)
                refusals.append(Refusal(recipient: refused.recipient, answer: refused.answer))
            }
        }
    }
}
