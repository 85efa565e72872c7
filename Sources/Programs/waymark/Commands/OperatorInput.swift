import API
import Glibc
import UnixSystem

/// What the operator types or scans while a batch is written. A keyboard-wedge scanner types the code and a line end.
enum OperatorInput {
    /// Sends each line to the job, until there are no more. Without `picking` reads only from a terminal, in its
    /// foreground: a program in the background must not read from it.
    static func forward(to job: WriteJob, _ client: WaymarkClient, picking: Bool) async throws {
        guard picking || (isatty(STDIN_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp()) else { return }
        for await line in try lines() {
            do {
                if line == "pause" {
                    _ = try await client.pauseBatch(job.batch, reason: "at the bench")
                } else if let order = order(line) {
                    _ = try await client.order(order, inJob: job.id)
                }
            } catch let error as ClientError {
                StandardError.complain(Explanation(error).fault)
            }
        }
    }

    /// The order that a line is; nil for an empty one.
    static func order(_ line: String) -> WriteOrder? {
        let words = line.split(separator: " ", maxSplits: 1)
        guard let first = words.first else { return nil }
        let rest = words.count > 1 ? String(words[1]) : nil
        return switch first {
        case "skip": WriteOrder(.skip, code: rest)
        case "redo": WriteOrder(.redo, code: rest)
        default: WriteOrder(.pick, code: line)
        }
    }

    /// Lines without their ends and without white space around them.
    private static func lines() throws -> AsyncStream<String> {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        try DedicatedThread.start("operator") {
            while let line = readLine() {
                let characters = line.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
                continuation.yield(String(characters))
            }
            continuation.finish()
        }
        return stream
    }
}
