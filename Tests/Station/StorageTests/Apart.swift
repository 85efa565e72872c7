import Storage

/// What a test does beside a registry, on a thread of its own: other tests have the threads of the shared pool.
actor Apart {
    private let executor = BlockingExecutor(label: "apart")

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    func run<Value: Sendable>(_ body: @Sendable (isolated Apart) async throws -> Value) async rethrows -> Value {
        try await body(self)
    }
}
