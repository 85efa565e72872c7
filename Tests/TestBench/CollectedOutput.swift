import Synchronization
public import UnixSystem

/// What a program writes to one of its streams, line by line as it comes and as a whole.
public final class CollectedOutput: Sendable {
    /// For one listener.
    public let lines: AsyncStream<String>
    private let content = Mutex(Content())

    private struct Content {
        var text: [UInt8] = []
        var hasEnded = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// Reads until every program that holds the other end has closed it.
    public init(_ pipe: consuming FileDescriptor) throws {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        self.lines = lines
        let number = pipe.release()
        try DedicatedThread.start("output") { [self] in
            let pipe = FileDescriptor(owning: number)
            var line: [UInt8] = []
            while let bytes = try? pipe.read(upTo: 65_536), !bytes.isEmpty {
                content.withLock { $0.text += bytes }
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
            let waiting = content.withLock { content in
                content.hasEnded = true
                defer { content.waiting = [] }
                return content.waiting
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    /// What has come so far.
    public var text: String { content.withLock { String(decoding: $0.text, as: UTF8.self) } }

    /// Waits until the stream has ended.
    public func whole() async -> String {
        await withCheckedContinuation { continuation in
            let hasEnded = content.withLock { content in
                if !content.hasEnded { content.waiting.append(continuation) }
                return content.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
        return text
    }
}
