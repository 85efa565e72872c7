/// A part of a program that works until it is asked to stop.
package protocol Service: Sendable {
    /// Its name in the log; the type's name by default.
    var name: String { get }

    /// Works until a graceful shutdown is asked for, then finishes what is under way and returns.
    ///
    /// It learns of the request through `withGracefulShutdownHandler`, `gracefulShutdown` or
    /// `cancelWhenGracefulShutdown`. Returning earlier counts as a failure.
    func run() async throws
}

extension Service {
    package var name: String { String(describing: Self.self) }
}
