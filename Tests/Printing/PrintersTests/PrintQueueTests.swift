import Faults
import Printers
import Testing

/// The queues of a real CUPS.
@Suite(
    .timeLimit(.minutes(10)),
    .enabled(if: PrivateCUPS.obstacle == nil, Comment(rawValue: PrivateCUPS.obstacle ?? "")))
struct PrintQueueTests {
    @Test func `every queue is known by name, and whether it is stopped`() async throws {
        let cups = try await PrivateCUPS()
        do {
            try await cups.order("lpadmin", "-p", "office", "-E", "-v", "file:///dev/null", "-m", "raw")
            try await cups.order("cupsdisable", "office")
            let queues = try PrintQueue.all(at: cups.server).sorted { $0.name < $1.name }
            #expect(queues.map(\.name) == ["labels", "office"])
            #expect(queues.map(\.isStopped) == [false, true])
        } catch {
            Issue.record(error)
        }
        await cups.stop()
    }

    @Test func `a server that is not there is an error`() {
        let error = #expect(throws: PrintingError.self) {
            try PrintQueue.all(at: "ipp://127.0.0.1:\(LoopbackPort.free())/")
        }
        #expect(error?.code == .unreachable)
    }
}
