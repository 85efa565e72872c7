internal import Faults
internal import Registry

/// Edits that read, decide and record. Another daemon of the registry may change the same thing between the two: the
/// storage refuses the record then, and the edit reads and decides anew. Within one daemon they take turns, see
/// ``EditOrder``.
enum Redeciding {
    /// An edit that loses more often is refused.
    static let limit = 16

    /// `edit` changes nothing before its first record, or does not do again what it has done.
    static func untilRecorded<Value>(_ edit: () async throws -> Value) async throws -> Value {
        for _ in 1..<limit {
            do {
                return try await edit()
            } catch let error as RegistryError where error.code == .changedMeanwhile {
                continue
            }
        }
        return try await edit()
    }
}

extension RegistryError {
    /// What it is where a part of the edit is in: that is not decided anew as if nothing were changed.
    func inPart(_ message: String) -> RegistryError {
        let isLate = code == .changedMeanwhile
        return RegistryError(
            isLate ? .contradiction : code, message, why: isLate ? reason : "\(self.message): \(reason)",
            next: "mend that, then give the same again: what is in stays as it is")
    }
}
