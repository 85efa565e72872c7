package import ArgumentParsing
internal import Faults
internal import Glibc
internal import UnixSystem

extension Program {
    /// Runs the daemon, or the command that the words after its name ask for, and ends the process. What fails is explained
    /// on standard error.
    package func runAsDaemon() async -> Never {
        Signals.ignoreBrokenPipe()
        // What a daemon keeps is for its own account alone.
        umask(0o077)
        CurrentProcess.end(await status().rawValue)
    }

    private func status() async -> ArgumentParsing.ExitStatus {
        do {
            switch try parse(Array(CommandLine.arguments.dropFirst())) {
            case .print(let text):
                StandardOutput.write(text)
                return .done
            case .run(let call): return try await call.run()
            }
        } catch {
            StandardError.complain(
                (error as? any AnyFault)?.complaint
                    ?? Complaint(
                        code: "unexpected", message: "\(root.name) failed", reason: "\(error)",
                        next: "report this with the log"))
            return switch error {
            case is UsageError: .usage
            case let error as SystemError where error.code == .notPermitted: .noPermission
            default: .failed
            }
        }
    }
}
