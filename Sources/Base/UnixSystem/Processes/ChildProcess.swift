import CLinux
import Dispatch
public import Faults
import Glibc
import Synchronization

/// A program started by this one.
///
/// It gets /dev/null as standard input, no descriptors besides 0, 1 and 2, no blocked or ignored signals, and a
/// process group of its own, so that Ctrl-C at a terminal reaches only us and we decide about it. It is reaped
/// as soon as it ends, waited for or not.
///
/// It is not tied to our own death: PR_SET_PDEATHSIG fires when the *thread* that started the child ends, and
/// the threads here come and go. A child that shall not outlive us holds a socket to us and ends when it closes.
public final class ChildProcess: Sendable {
    /// Where what the program writes goes.
    public enum Output: Sendable, Equatable {
        /// To the same place as ours.
        case inherited
        /// To /dev/null.
        case discarded
        /// To this descriptor, which the caller keeps and may close once the program is started.
        case descriptor(Int32)
    }

    public let processIdentifier: Int32
    /// Names the process, never a later one with the same number. See: man 2 pidfd_open
    private let handle: FileDescriptor
    private let progress = Mutex(Progress.running([]))

    private enum Progress {
        case running([@Sendable (ProcessStatus) -> Void])
        case ended(ProcessStatus)
    }

    /// Starts `program`: a path, or a name that is looked for in PATH.
    ///
    /// `arguments` are those after the program's own name; `environment` replaces ours, nil keeps it.
    /// See: man 3 posix_spawnp
    public init(
        _ program: String, arguments: [String] = [], environment: [String: String]? = nil,
        standardOutput: Output = .inherited, standardError: Output = .inherited
    ) throws(SystemError) {
        var plan = SpawnPlan(standardOutput: standardOutput, standardError: standardError)
        let process = try plan.start(program, arguments, environment: environment)
        let number = pidfd_open(process, 0)
        guard number >= 0 else {
            let failure = SystemError("cannot watch \(program)", call: "pidfd_open")
            Glibc.kill(process, SIGKILL)
            _ = uninterrupted { waitpid(process, nil, 0) }
            throw failure
        }
        processIdentifier = process
        handle = FileDescriptor(owning: number)
        watch()
    }

    /// Limits what the program may use from now on, in bytes: of address space, and of each file that it writes.
    ///
    /// See: man 2 prlimit
    public func limit(memory: UInt, fileSize: UInt) {
        for (resource, value) in [(RLIMIT_AS, memory), (RLIMIT_FSIZE, fileSize)] {
            var limit = rlimit(rlim_cur: value, rlim_max: value)
            _ = unsafe prlimit(processIdentifier, __rlimit_resource_t(resource.rawValue), &limit, nil)
        }
    }

    /// Waits until the program has ended. Cancelling the task neither ends the program nor the wait.
    public func wait() async -> ProcessStatus {
        await withCheckedContinuation { continuation in
            let status: ProcessStatus? = progress.withLock { progress in
                switch progress {
                case .ended(let status): return status
                case .running(let waiting):
                    progress = .running(waiting + [{ continuation.resume(returning: $0) }])
                    return nil
                }
            }
            if let status { continuation.resume(returning: status) }
        }
    }

    /// Waits as ``wait()`` does, and blocks the calling thread: not for a task.
    public func waitBlocking() -> ProcessStatus {
        let ended = DispatchSemaphore(value: 0)
        while true {
            let status: ProcessStatus? = progress.withLock { progress in
                switch progress {
                case .ended(let status): return status
                case .running(let waiting):
                    progress = .running(waiting + [{ _ in ended.signal() }])
                    return nil
                }
            }
            if let status { return status }
            ended.wait()
        }
    }

    /// Asks the program to end (SIGTERM). Without effect when it has.
    public func terminate() { send(SIGTERM) }

    /// Ends the program at once (SIGKILL). Without effect when it has.
    public func kill() { send(SIGKILL) }

    /// See: man 2 pidfd_send_signal
    private func send(_ signal: Int32) { _ = pidfd_send_signal(handle.rawValue, signal, nil, 0) }

    /// The descriptor becomes readable when the process ends. The handlers keep `self`, and so the descriptor,
    /// until then.
    private func watch() {
        let queue = DispatchQueue.global()
        let source = DispatchSource.makeReadSource(fileDescriptor: handle.rawValue, queue: queue)
        let box = WatchedSource(source)
        source.setEventHandler { [self] in
            box.cancel()
            reap()
        }
        source.setCancelHandler { [self] in _ = processIdentifier }
        source.activate()
    }

    /// See: man 2 waitpid
    private func reap() {
        var status: Int32 = 0
        _ = uninterrupted { unsafe waitpid(processIdentifier, &status, 0) }
        let ending = ProcessStatus(waitStatus: status)
        let waiting = progress.withLock { progress -> [@Sendable (ProcessStatus) -> Void] in
            guard case .running(let waiting) = progress else { return [] }
            progress = .ended(ending)
            return waiting
        }
        for tell in waiting { tell(ending) }
    }
}

/// Lets the source's own handler cancel it.
///
/// `@unchecked Sendable`: `cancel` is the only thing done with it, and Dispatch lets any thread do that.
private final class WatchedSource: @unchecked Sendable {
    private let source: any DispatchSourceRead
    init(_ source: any DispatchSourceRead) { self.source = source }
    func cancel() { source.cancel() }
}
