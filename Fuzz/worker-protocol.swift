import ReaderProtocol

/// Any bytes from a worker, or from the daemon, in pieces as a socket brings them: an error, or messages that are
/// written as they were read.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    var splitter = FrameSplitter()
    let cut = Int(bytes.first ?? 0) % (count + 1)
    for piece in [bytes[..<cut], bytes[cut...]] {
        splitter.append(piece)
        while let payload = try? splitter.next() {
            if let message = try? WorkerMessage(payload: payload) { check(message) }
            if let (number, request) = try? Request.read(payload) { check(request, number) }
        }
    }
    // Whole payloads as well: the first bytes of a frame are hard to guess.
    if let message = try? WorkerMessage(payload: bytes) { check(message) }
    if let (number, request) = try? Request.read(bytes) { check(request, number) }
    return 0
}

private func payload(_ frame: [UInt8]) -> [UInt8] {
    var splitter = FrameSplitter()
    splitter.append(frame)
    guard let payload = try? splitter.next() else { preconditionFailure("our own frame is not read") }
    return payload
}

private func check(_ message: WorkerMessage) {
    precondition((try? WorkerMessage(payload: payload(message.frame))) == message)
}

private func check(_ request: Request, _ number: UInt32) {
    guard let again = try? Request.read(payload(request.frame(number: number))) else {
        preconditionFailure("our own request is not read")
    }
    precondition(again.number == number && again.request == request)
}
