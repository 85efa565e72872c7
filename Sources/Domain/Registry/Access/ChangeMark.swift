/// Hears whether a task has changed the registry, or may have: the storage sets the mark where an entry of the journal is
/// committed, and where it does not learn whether one was. By it one knows behind an error whether the same may be done
/// again.
package struct ChangeMark: Sendable {
    /// Of this task and those that it begins; nil where it does not matter.
    @TaskLocal package static var current: ChangeMark?

    private let hear: @Sendable () -> Void

    package init(_ hear: @escaping @Sendable () -> Void) { self.hear = hear }

    package func set() { hear() }

    /// Does something that belongs to this mark.
    package func during<Value>(_ body: () async throws -> Value) async throws -> Value {
        try await Self.$current.withValue(self) { try await body() }
    }

    /// Does something beside what the task is asked for: it belongs to no mark.
    package static func unheard<Value>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
    ) async throws -> Value {
        try await $current.withValue(nil, operation: body)
    }
}
