import CLinux
public import Faults
import Glibc

/// A thread of its own for work that blocks, so that the cooperative pool never does.
public enum DedicatedThread {
    /// Runs `body` on a new thread that ends with it. `name` shows in ps and top, cut to 15 bytes.
    ///
    /// See: man 3 pthread_create, man 3 pthread_setname_np
    public static func start(_ name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let work = unsafe Unmanaged.passRetained(Work(name: name, body: body))
        var thread = pthread_t()
        let result = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                let work = unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
                _ = unsafe pthread_setname_np(pthread_self(), work.name)
                work.body()
                return nil
            }, unsafe work.toOpaque())
        guard result == 0 else {
            unsafe work.release()
            throw SystemError("cannot start a thread", call: "pthread_create", errno: result)
        }
        pthread_detach(thread)
    }

    private final class Work: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = String(decoding: name.utf8.prefix(15), as: UTF8.self)
            self.body = body
        }
    }
}
