import ReaderEmulator

extension Antenna {
    /// Every command that the tag hears from now on. For one listener.
    var commands: AsyncStream<[UInt8]> {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        observe { event in
            if case .command(let bytes) = event { continuation.yield(bytes) }
        }
        return stream
    }
}
