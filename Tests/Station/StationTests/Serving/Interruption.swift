import Synchronization

/// What comes between the decision of an edit and its record.
final class Interruption: Sendable {
    typealias Edit = @Sendable () async throws -> Void

    private let next = Mutex<Edit?>(nil)

    /// Once.
    func set(_ edit: @escaping Edit) { next.withLock { $0 = edit } }

    /// Once, before the record behind the next one.
    func setBehindOne(_ edit: @escaping Edit) { set { [self] in set(edit) } }

    /// Before each record.
    func setForEach(_ edit: @escaping Edit) {
        set { [self] in
            setForEach(edit)
            try await edit()
        }
    }

    func come() async throws {
        let edit = next.withLock { next -> Edit? in
            defer { next = nil }
            return next
        }
        try await edit?()
    }
}
