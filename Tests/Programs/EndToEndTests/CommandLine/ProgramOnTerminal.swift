import Foundation
import Glibc
import TestBench
import Testing
import UnixSystem

/// A program whose standard error, and if wanted its standard output, is a terminal.
struct ProgramOnTerminal {
    let process: ChildProcess
    /// Standard output, unless it is the terminal too.
    let output: CollectedOutput
    let terminal: CollectedOutput

    init(
        _ program: BuiltProgram, _ arguments: [String], environment: [String: String], outputToo: Bool = false
    ) throws {
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(master >= 0)
        let owner = FileDescriptor(owning: master)
        // unlockpt and ptsname are not visible to Swift; on Linux they are these calls. See: man 4 pts
        var isLocked: Int32 = 0
        var number: UInt32 = 0
        try #require(ioctl(master, 0x4004_5431, &isLocked) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
        let slave = FileDescriptor(owning: open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC))
        let isOpen = slave.rawValue >= 0
        try #require(isOpen)
        let pipe = try FileDescriptor.pipe()
        process = try ChildProcess(
            program.path, arguments: arguments,
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
            standardOutput: .descriptor(outputToo ? slave.rawValue : pipe.input.rawValue),
            standardError: .descriptor(slave.rawValue))
        output = try CollectedOutput(pipe.output)
        // Reading a terminal whose last program has ended fails (EIO): that is its end.
        terminal = try CollectedOutput(owner)
    }

    /// Waits for the end. The terminal's line ends are as on a terminal (CR LF).
    func wait() async -> (status: UnixSystem.ProcessStatus, output: String, terminal: String) {
        (await process.wait(), await output.whole(), await terminal.whole())
    }
}
