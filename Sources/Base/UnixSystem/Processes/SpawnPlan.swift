import CLinux
internal import Faults
import Glibc

/// What happens in the new process between its birth and its program.
///
/// See: man 3 posix_spawn
@safe
struct SpawnPlan: ~Copyable {
    private var actions = unsafe posix_spawn_file_actions_t()
    private var attributes = posix_spawnattr_t()

    init(standardOutput: ChildProcess.Output, standardError: ChildProcess.Output) {
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        add(standardOutput, as: STDOUT_FILENO)
        add(standardError, as: STDERR_FILENO)
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)

        var none = sigset_t()
        var all = sigset_t()
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    deinit {
        // The C functions want a variable; the copy frees the same memory.
        var actions = unsafe actions
        var attributes = attributes
        unsafe posix_spawn_file_actions_destroy(&actions)
        unsafe posix_spawnattr_destroy(&attributes)
    }

    private mutating func add(_ output: ChildProcess.Output, as number: Int32) {
        switch output {
        case .inherited: break
        case .discarded: unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0)
        case .descriptor(let source): unsafe posix_spawn_file_actions_adddup2(&actions, source, number)
        }
    }

    mutating func start(
        _ program: String, _ arguments: [String], environment: [String: String]?
    ) throws(SystemError) -> Int32 {
        var argumentList = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        var ownEnvironment = unsafe (environment ?? [:]).map { unsafe strdup("\($0)=\($1)") } + [nil]
        defer {
            for index in unsafe argumentList.indices { unsafe free(argumentList[index]) }
            for index in unsafe ownEnvironment.indices { unsafe free(ownEnvironment[index]) }
        }
        var process: pid_t = 0
        let result =
            if environment == nil {
                unsafe posix_spawnp(
                    &process, program, &actions, &attributes, &argumentList, waymark_environment())
            } else {
                unsafe posix_spawnp(&process, program, &actions, &attributes, &argumentList, &ownEnvironment)
            }
        guard result == 0 else {
            throw SystemError(
                "cannot start \(program)", call: "posix_spawnp", errno: result, path: program,
                next: result == ENOENT ? "install it, or name its full path" : nil)
        }
        return process
    }
}
