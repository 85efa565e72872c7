import Synchronization
import UnixSystem

/// What a program writes to one of its streams, line by line as it comes and as a whole.
package final class CollectedOutput: Sendable {
    /// For one listener.
    package let lines: AsyncStream<String>
    private let content = Mutex(Content())

    private struct Content {
        var text: [UInt8] = []
        var hasEnded = false
        var waiting: [Waiter] = []

        /// Those for whom something has changed.
        mutating func takeAnswered() -> [Waiter] {
            let answered = waiting.filter(isAnswered)
            waiting = waiting.filter { !isAnswered($0) }
            return answered
        }

        private func isAnswered(_ waiter: Waiter) -> Bool { hasEnded || waiter.phrase.map(contains) == true }

        func contains(_ phrase: String) -> Bool { String(decoding: text, as: UTF8.self).contains(phrase) }
    }

    private struct Waiter {
        /// Nil for one who waits for the end.
        let phrase: String?
        let continuation: CheckedContinuation<Void, Never>
    }

    /// Reads until every program that holds the other end has closed it.
    package init(_ pipe: consuming FileDescriptor) throws {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        self.lines = lines
        let number = pipe.release()
        try DedicatedThread.start("output") { [self] in
            let pipe = FileDescriptor(owning: number)
            var line: [UInt8] = []
            while let bytes = try? pipe.read(upTo: 65_536), !bytes.isEmpty {
                let answered = content.withLock { content in
                    content.text += bytes
                    return content.takeAnswered()
                }
                for waiter in answered { waiter.continuation.resume() }
                for byte in bytes {
                    guard byte == UInt8(ascii: "\n") else {
                        line.append(byte)
                        continue
                    }
                    continuation.yield(String(decoding: line, as: UTF8.self))
                    line = []
                }
            }
            if !line.isEmpty { continuation.yield(String(decoding: line, as: UTF8.self)) }
            continuation.finish()
            let answered = content.withLock { content in
                content.hasEnded = true
                return content.takeAnswered()
            }
            for waiter in answered { waiter.continuation.resume() }
        }
    }

    /// What has come so far.
    package var text: String { content.withLock { String(decoding: $0.text, as: UTF8.self) } }

    /// Waits until the stream has ended.
    package func whole() async -> String {
        await wait(for: nil)
        return text
    }

    /// Waits until this has come, or the stream has ended, and says whether it has come.
    package func comes(_ phrase: String) async -> Bool {
        await wait(for: phrase)
        return content.withLock { $0.contains(phrase) }
    }

    private func wait(for phrase: String?) async {
        await withCheckedContinuation { continuation in
            let answered = content.withLock { content in
                content.waiting.append(Waiter(phrase: phrase, continuation: continuation))
                return content.takeAnswered()
            }
            for waiter in answered { waiter.continuation.resume() }
        }
    }
}
