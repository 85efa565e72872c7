import Faults
import Glibc
import HTTPServer
import Synchronization
import UnixSystem

/// Any bytes from a client that then ends its side: answers, or a wait for the rest; never more handlers run than answers are
/// begun, and the next client is served.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let before = served.load(ordering: .sequentiallyConsistent)
    if let answer = exchange(bytes) {
        let handled = served.load(ordering: .sequentiallyConsistent) - before
        precondition(answer.isEmpty || answer.starts(with: "HTTP/1.".utf8), "an answer begins with something else")
        let begun = heads(in: answer)
        precondition(handled <= begun, "\(handled) handlers ran, and \(begun) answers are begun")
    } else {
        // What it left is not to be counted for the next one.
        settle()
    }
    numbers += 1
    guard numbers.isMultiple(of: 16) else { return 0 }
    let next = exchange(
        Array("GET /alive HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".utf8), limit: .seconds(8))
    precondition(next?.starts(with: "HTTP/1.1 200".utf8) == true, "the next client is not served")
    return 0
}

/// Waits until no handler runs any more: one that is asked later is done later.
private func settle() {
    let question = Array("GET /settle HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".utf8)
    precondition(exchange(question, limit: .seconds(8)) != nil, "the server neither answers nor closes")
}

nonisolated(unsafe) private var numbers = 0
private let served = Atomic(0)
private let path = "/tmp/fuzz-http-\(getpid()).sock"

/// Begun with the first request, ended with the process.
private let server: WebServer = {
    var router = HTTPRouter()
    router.on(.get, "/{name}") { request in
        served.add(1, ordering: .sequentiallyConsistent)
        return .text(request.parameter("name") + request.query.map { "\($0.name)=\($0.value)" }.joined())
    }
    router.on(.post, "/whole", body: .whole(limit: 1_000)) { request in
        served.add(1, ordering: .sequentiallyConsistent)
        return .text("\(request.body.count)")
    }
    router.on(.put, "/pieces", body: .streamed(limit: 1_000)) { request in
        var count = 0
        // A body that is cut throws, and its connection ends without an answer.
        while let piece = try await request.stream?.next() { count += piece.count }
        served.add(1, ordering: .sequentiallyConsistent)
        return .text("\(count)")
    }
    let server = WebServer(router: router)
    let started = Flag()
    Task {
        do {
            _ = try await server.start(at: [.unixSocket(path: path, mode: 0o600)])
        } catch {
            fatalError("\(error)")
        }
        started.raise()
    }
    started.wait()
    return server
}()

/// What a thread waits for that a task does.
private final class Flag: Sendable {
    private let isRaised = Atomic(false)
    func raise() { isRaised.store(true, ordering: .sequentiallyConsistent) }
    func wait() { while !isRaised.load(ordering: .sequentiallyConsistent) { usleep(1_000) } }
}

/// Sends the bytes and ends that side. What comes until the server closes, or nil when it waits for the rest of a request:
/// then it is left alone.
private func exchange(_ bytes: [UInt8], limit: Duration = .milliseconds(50)) -> [UInt8]? {
    _ = server
    let deadline = ContinuousClock.now + limit
    do {
        let connection = try UnixConnection.connect(to: path)
        // A server that has closed takes no more: what it said is still read.
        try? connection.write(bytes, until: deadline)
        shutdown(connection.descriptor.rawValue, Int32(SHUT_WR))
        var answer: [UInt8] = []
        while true {
            let part: [UInt8]
            do throws(SystemError) {
                part = try connection.read(upTo: 65_536, until: deadline)
            } catch {
                return error.code == .timedOut ? nil : answer
            }
            if part.isEmpty { return answer }
            answer += part
        }
    } catch {
        fatalError("\(error)")
    }
}

/// How many answers are begun, or more: a text that is sent back may look like a head.
private func heads(in answer: [UInt8]) -> Int {
    let mark = Array("HTTP/1.1 ".utf8)
    var count = 0
    var index = 0
    while index + mark.count <= answer.count {
        if answer[index..<index + mark.count].elementsEqual(mark) {
            count += 1
            index += mark.count
        } else {
            index += 1
        }
    }
    return count
}
