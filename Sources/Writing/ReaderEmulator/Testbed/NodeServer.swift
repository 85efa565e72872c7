import Glibc
import Synchronization

/// Serves every tool that opens one node of a testbed, on a thread of its own, from init to `stop()`.
final class NodeServer: Sendable {
    private let service: Service
    private let thread: Mutex<WorkerThread?>

    /// Listens on the socket at `path`, where the preload library asks about the node. `open` makes what an opened
    /// node is.
    init(path: String, open: @escaping @Sendable () -> any EmulatedFile) throws(EmulatorError) {
        let service = Service(socket: try ListeningSocket(path: path), wakeUp: try WakeUpCall(), open: open)
        self.service = service
        thread = Mutex(try WorkerThread { service.run() })
    }

    deinit { stop() }

    /// Takes the node away. Who has it open keeps it.
    func close() { service.close() }

    /// Ends the thread. Tools that still have the node open are aborted by the preload library.
    func stop() {
        guard let thread = thread.withLock({ $0.take() }) else { return }
        service.stop()
        thread.join()
    }
}

private final class Service: Sendable {
    private let socket: Mutex<ListeningSocket?>
    private let wakeUp: WakeUpCall
    private let open: @Sendable () -> any EmulatedFile
    private let isStopped = Mutex(false)

    private struct Client {
        let memory: ToolMemory
        var file: any EmulatedFile
    }

    init(socket: ListeningSocket, wakeUp: WakeUpCall, open: @escaping @Sendable () -> any EmulatedFile) {
        self.socket = Mutex(socket)
        self.wakeUp = wakeUp
        self.open = open
    }

    func close() {
        socket.withLock { $0 = nil }
        wakeUp.signal()
    }

    func stop() {
        isStopped.withLock { $0 = true }
        close()
    }

    func run() {
        var clients: [Int32: Client] = [:]
        defer { for descriptor in clients.keys { Glibc.close(descriptor) } }
        while !isStopped.withLock({ $0 }) {
            // Until the poll is over the socket must not be closed: its number could belong to another file by then.
            let listening = socket.withLock { $0 }
            let own = [wakeUp.readEnd] + (listening.map { [$0.descriptor] } ?? [])
            let ready = waitForInput(on: own + clients.keys)
            if ready.contains(wakeUp.readEnd) { wakeUp.drain() }
            if let listening, ready.contains(listening.descriptor), let descriptor = listening.accept() {
                Self.setLimits(of: descriptor)
                clients[descriptor] = Client(memory: ToolMemory(descriptor: descriptor), file: open())
            }
            for descriptor in clients.keys where ready.contains(descriptor) {
                guard var client = clients[descriptor] else { continue }
                do throws(ToolMemory.Closed) {
                    try Self.serve(&client)
                    clients[descriptor] = client
                } catch {
                    clients[descriptor] = nil
                    client.file.close()
                    Glibc.close(descriptor)
                }
            }
        }
    }

    private static func serve(_ client: inout Client) throws(ToolMemory.Closed) {
        switch try client.memory.nextRequest() {
        case .control(let request, let argument):
            try client.memory.finish(try client.file.control(request, argument, in: client.memory))
        case .transfer: try client.memory.finish(.notOurs)
        }
    }

    /// A request is read as a whole, and a tool that stops in its middle is given up after a while. See: man 7 socket
    private static func setLimits(of descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, 0)
        var limit = timeval(tv_sec: 5, tv_usec: 0)
        unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
}
