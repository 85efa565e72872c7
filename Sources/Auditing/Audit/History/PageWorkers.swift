internal import Dispatch

/// Threads that work on pages while the next ones are read. Who brings pages waits when so many are under way that more would
/// only take memory.
final class PageWorkers<Page: Sendable>: Sendable {
    private let queue = DispatchQueue(label: "waymark.audit-pages", attributes: .concurrent)
    private let group = DispatchGroup()
    private let permits: DispatchSemaphore
    private let work: @Sendable (Page) -> Void

    init(threads: Int, _ work: @escaping @Sendable (Page) -> Void) {
        permits = DispatchSemaphore(value: threads)
        self.work = work
    }

    func add(_ page: Page) {
        permits.wait()
        queue.async(group: group) { [self] in
            work(page)
            permits.signal()
        }
    }

    /// Waits for the last page.
    func finish() { group.wait() }
}
