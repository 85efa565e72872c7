extension Sequence where Self: Sendable, Element: Sendable {
    /// The results of all elements, worked on at the same time, in the elements' order.
    func asyncMap<Value: Sendable>(
        _ work: @escaping @Sendable (Element) async throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: (Int, Value).self) { group in
            for (index, element) in enumerated() { group.addTask { (index, try await work(element)) } }
            var values: [Int: Value] = [:]
            for try await (index, value) in group { values[index] = value }
            return values.sorted { $0.key < $1.key }.map(\.value)
        }
    }
}
