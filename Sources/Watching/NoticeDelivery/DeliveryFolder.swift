internal import Faults
internal import Foundation
internal import Notices
internal import UnixSystem

/// The sender's own folder: what it has taken over (`queue`), what it gave up (`dead`), and what a person wants tried again
/// (`retry`). Only the sender changes the queue; a person's commands move or remove dead letters.
package struct DeliveryFolder: Sendable {
    package static let usualPath = "/var/lib/waymark-notify"
    private static let limit = 256 << 10

    package let path: String

    package init(_ path: String) { self.path = path }

    /// For the sender: makes the folders that are missing.
    package func prepare() throws {
        for name in ["queue", "dead", "retry"] {
            try Folder.make("\(path)/\(name)", mode: 0o700)
        }
    }

    /// For a person's command, as root: from here on this process is the folder's account, so that what that account has put
    /// there reaches no further than the account does.
    package func becomeOwner() throws {
        guard Accounts.current == 0, let status = FileStatus(path), status.owner != 0 else { return }
        try CurrentProcess.become(
            user: status.owner, group: Accounts.primaryGroup(of: status.owner) ?? status.group)
    }

    // MARK: The queue

    package func queue() throws -> [QueuedNotice] {
        try names("queue").map { try decode(QueuedNotice.self, "queue/\($0).json") }
            .sorted { $0.order < $1.order }
    }

    func isQueued(_ id: String) -> Bool { File.exists("\(path)/queue/\(id).json") }

    func queued(_ id: String) throws -> QueuedNotice? {
        isQueued(id) ? try decode(QueuedNotice.self, "queue/\(id).json") : nil
    }

    /// Durably.
    func keep(_ queued: QueuedNotice) throws {
        try File.writeAtomically(
            try NoticeText.encoded(queued), to: "\(path)/queue/\(queued.notice.id).json", mode: 0o600)
    }

    func release(_ queued: QueuedNotice) throws { try remove("queue", "\(queued.notice.id).json") }

    // MARK: Dead letters

    package func deadLetters() throws -> [DeadLetter] {
        try letters("dead").sorted { ($0.time, $0.name) < ($1.time, $1.name) }
    }

    func bury(_ letter: DeadLetter) throws {
        try File.writeAtomically(try NoticeText.encoded(letter), to: "\(path)/dead/\(letter.name).json", mode: 0o600)
    }

    /// Lets the sender try dead letters again. `name`: as ``DeadLetter/name``.
    package func retry(_ name: String) throws {
        let dead = try TrustedFolder("\(path)/dead")
        let retry = try TrustedFolder("\(path)/retry")
        guard Self.isName(name), dead.status(of: "\(name).json") != nil else { throw Self.missing(name) }
        try dead.move("\(name).json", to: retry)
    }

    package func drop(_ name: String) throws {
        guard Self.isName(name), File.exists("\(path)/dead/\(name).json") else { throw Self.missing(name) }
        try remove("dead", "\(name).json")
    }

    /// What a person wants tried again.
    func retried() throws -> [DeadLetter] { try letters("retry") }

    func forgetRetry(_ letter: DeadLetter) throws { try remove("retry", "\(letter.name).json") }

    // MARK: Files

    private func letters(_ folder: String) throws -> [DeadLetter] {
        try names(folder).map { try decode(DeadLetter.self, "\(folder)/\($0).json") }
    }

    /// Files that are complete: those on their way have other names.
    private func names(_ folder: String) throws -> [String] {
        // Who could write here could have every receiver sent what they like.
        try TrustedFolder("\(path)/\(folder)", ownedBy: TrustedFile.owners).names().filter { $0.hasSuffix(".json") }
            .map { String($0.dropLast(5)) }.filter(Self.isName).sorted()
    }

    private static func isName(_ name: String) -> Bool {
        let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        return NoticeID(String(parts[0])) != nil
            && (parts.count == 1 || parts[1].wholeMatch(of: #/[a-z0-9-]{1,32}/#) != nil)
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value {
        let bytes = try File.read("\(path)/\(name)", limit: Self.limit)
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch let error as DecodingError {
            throw NotifyError(
                .badNotice, "\(path)/\(name) is refused", why: error.explanation(in: bytes),
                next: "move it away, and start waymark-notify again")
        }
    }

    private func remove(_ folder: String, _ name: String) throws {
        let folder = try TrustedFolder("\(path)/\(folder)")
        try folder.remove(name)
        try folder.synchronize()
    }

    private static func missing(_ name: String) -> NotifyError {
        NotifyError(
            .noDeadLetter, "there is no dead letter \(name)", why: "none has this name",
            next: "look at them: waymark notify list")
    }
}
