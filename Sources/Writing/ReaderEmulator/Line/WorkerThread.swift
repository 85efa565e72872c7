import Glibc

/// A thread of its own for work that waits in system calls. See: man 3 pthread_create
final class WorkerThread: Sendable {
    private let handle: pthread_t

    /// Starts `body` on a new thread.
    init(_ body: @escaping @Sendable () -> Void) throws(EmulatorError) {
        let box = unsafe Unmanaged.passRetained(Body(body))
        var handle = pthread_t()
        let status = unsafe pthread_create(
            &handle, nil,
            { pointer in
                guard let pointer = unsafe pointer else { return nil }
                unsafe Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
                return nil
            }, box.toOpaque())
        guard status == 0 else {
            unsafe box.release()
            throw EmulatorError(
                code: .resources, message: "cannot start a thread",
                reason: unsafe String(cString: strerror(status)),
                next: "close some programs and start again")
        }
        self.handle = handle
    }

    /// Waits until the body has returned. To be called once.
    func join() {
        _ = pthread_join(handle, nil)
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
