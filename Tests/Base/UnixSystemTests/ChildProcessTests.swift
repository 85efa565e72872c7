import Faults
import Glibc
import Testing
import UnixSystem

@Suite(.timeLimit(.minutes(10)))
struct `Child processes` {
    @Test(arguments: [0, 1, 64, 255] as [Int32])
    func `the exit status is told`(status: Int32) async throws {
        let child = try ChildProcess("sh", arguments: ["-c", "exit \(status)"])
        #expect(await child.wait() == .exited(status))
        #expect(await child.wait() == .exited(status))
    }

    @Test func `a signal is told from an exit`() async throws {
        let child = try ChildProcess("sleep", arguments: ["1000"])
        child.terminate()
        #expect(await child.wait() == .signalled(SIGTERM))
        child.kill()
    }

    @Test func `a program that ignores requests is killed`() async throws {
        let pipe = try FileDescriptor.pipe()
        let child = try ChildProcess(
            "sh", arguments: ["-c", "trap '' TERM; echo ready; while :; do sleep 1000; done"],
            standardOutput: .descriptor(pipe.input.rawValue))
        // The trap is set before the line comes.
        let ready = try pipe.output.read(upTo: 6)
        #expect(ready == Array("ready\n".utf8))
        child.terminate()
        child.kill()
        #expect(await child.wait() == .signalled(SIGKILL))
        Glibc.kill(-child.processIdentifier, SIGKILL)
    }

    @Test func `many can wait for one`() async throws {
        let child = try ChildProcess("sleep", arguments: ["1000"])
        await withTaskGroup(of: ProcessStatus.self) { group in
            for _ in 0..<20 { group.addTask { await child.wait() } }
            child.kill()
            for await status in group { #expect(status == .signalled(SIGKILL)) }
        }
    }

    @Test func `arguments and environment arrive as they are`() async throws {
        let output = try await output(
            "/bin/sh", ["-c", "printf '%s|' \"$@\" \"$COLOUR\" \"$HOME\"", "sh", "a b", "", "é*"],
            environment: ["COLOUR": "grün"])
        #expect(output == "a b||é*|grün||")
    }

    @Test func `only descriptors 0, 1 and 2 are inherited`() async throws {
        // A descriptor that would be inherited, because close-on-exec is off.
        let open = Glibc.open("/dev/null", O_RDONLY)
        defer { close(open) }
        let output = try await output(
            "sh",
            [
                "-c",
                "for f in 3 4 5 6 7 8 9 \(open); do [ -e /dev/fd/$f ] && echo $f; done; readlink /proc/$$/fd/0",
            ])
        #expect(output == "/dev/null\n")
    }

    @Test func `no signal is blocked or ignored`() async throws {
        Signals.ignoreBrokenPipe()
        let output = try await output("grep", ["-E", "^Sig(Blk|Ign)", "/proc/self/status"])
        // Signals 32 and 33 belong to glibc, whose posix_spawn ignores them (man 7 nptl).
        let own = output.replacing("SigIgn:\t0000000180000000", with: "SigIgn:\t0000000000000000")
        #expect(own == "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n")
    }

    @Test func `it leads a process group of its own`() async throws {
        let child = try ChildProcess("sleep", arguments: ["1000"])
        #expect(getpgid(child.processIdentifier) == child.processIdentifier)
        child.kill()
        _ = await child.wait()
    }

    @Test func `a program that is not there is an error`() {
        let error = #expect(throws: SystemError.self) { try ChildProcess("/nowhere/program") }
        #expect(error?.code == .notFound)
        #expect(error?.message == "cannot start /nowhere/program")
        #expect(error?.next == "install it, or name its full path")
    }

    @Test func `a signal to this process arrives on the stream`() async throws {
        // Those who run the tests may have them ignore it.
        signal(SIGHUP, SIG_DFL)
        var arrivals = try Signals.stream(of: [.hangUp]).makeAsyncIterator()
        Glibc.kill(getpid(), SIGHUP)
        #expect(await arrivals.next() == .hangUp)
    }

    private func output(
        _ program: String, _ arguments: [String], environment: [String: String]? = nil
    ) async throws -> String {
        let pipe = try FileDescriptor.pipe()
        let output = pipe.output
        let input = pipe.input
        let child = try ChildProcess(
            program, arguments: arguments, environment: environment,
            standardOutput: .descriptor(input.rawValue))
        try input.close()
        var bytes: [UInt8] = []
        while true {
            let more = try output.read(upTo: 4_096)
            if more.isEmpty { break }
            bytes += more
        }
        _ = await child.wait()
        return String(decoding: bytes, as: UTF8.self)
    }
}
