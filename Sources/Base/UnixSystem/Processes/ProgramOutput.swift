public import Faults
import Glibc

/// What a program prints, piece by piece while it runs. One thread at a time reads it.
public final class ProgramOutput {
    private let process: ChildProcess
    private let output: FileDescriptor
    private let complaints: UnnamedFile

    /// How it ended; nil until all was read.
    public private(set) var ending: ProcessStatus?

    /// Starts `program`, a path or a name in PATH, with our environment. Throws what ``ChildProcess`` throws.
    public init(_ program: String, _ arguments: [String]) throws(SystemError) {
        complaints = try UnnamedFile(in: "/tmp")
        let pipe = try FileDescriptor.pipe()
        process = try ChildProcess(
            program, arguments: arguments, standardOutput: .descriptor(pipe.input.rawValue),
            standardError: complaints.asOutput)
        output = pipe.output
    }

    deinit { process.kill() }

    /// The next bytes; none at the end, which is when the program has ended. Blocks the calling thread.
    public func next() throws(SystemError) -> [UInt8] {
        let piece = try output.read(upTo: 1 << 20)
        if piece.isEmpty { ending = process.waitBlocking() }
        return piece
    }

    /// The first kilobyte of what it wrote to standard error.
    public var errors: String { (try? complaints.read(1_024)).map { String(decoding: $0, as: UTF8.self) } ?? "" }
}
