/// Work on numbered items, side by side, with the results taken in order.
enum OrderedWork {
    /// Makes items 1 to `count` on `width` tasks and hands each to `take` when those before it were taken.
    /// No more than `width` items exist at a time, however slow one of them is. The first error ends it all.
    static func run<Item: Sendable>(
        count: Int, width: Int, make: @escaping @Sendable (Int) throws -> Item, take: (Item) throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: (Int, Item).self) { group in
            var started = 0
            var taken = 0
            var waiting: [Int: Item] = [:]
            func start() {
                while started < count, started - taken < width {
                    started += 1
                    let number = started
                    group.addTask {
                        try Task.checkCancellation()
                        return (number, try make(number))
                    }
                }
            }
            start()
            while let (number, item) = try await group.next() {
                waiting[number] = item
                while let next = waiting.removeValue(forKey: taken + 1) {
                    try take(next)
                    taken += 1
                }
                start()
            }
        }
    }
}
