import Foundation
import ReaderEmulator
import Synchronization
import UnixSystem

/// Work for a station until its daemon is gone: clients that change the registry as fast as they are answered, and a
/// hand that puts chip after chip on a reader.
final class StationLoad: Sendable {
    /// What the daemon has said. Nothing of it may be forgotten.
    struct Said {
        /// Files that were taken in.
        var files: Set<String> = []
        /// Chips by what was told of them: `writing`, `written`.
        var chips: [String: Set<String>] = [:]
    }

    private struct State {
        var said = Said()
        var chips: [String: ReaderEmulator.Type2Tag] = [:]
        var last = 0
        var isWorking = false
    }

    private let socket: String
    private let antenna: Antenna
    private let state = Mutex(State())
    private static let clients = 3

    init(_ station: TestStation, _ reader: EmulatedReader) {
        socket = station.socket
        antenna = reader.antenna
        antenna.observe { [weak self] event in
            if event == .foundNone { self?.putNext() }
        }
    }

    var said: Said { state.withLock { $0.said } }

    /// A chip that was on the reader, as it is now.
    func chip(_ uid: String) -> ReaderEmulator.Type2Tag? {
        if let tag = antenna.tag, tag.uidText == uid { return tag }
        return state.withLock { $0.chips[uid] }
    }

    /// Works until the daemon does not answer any more; then the stream ends.
    func work(on batch: String, round: Int) throws -> AsyncStream<Never> {
        state.withLock { $0.isWorking = true }
        let (ended, continuation) = AsyncStream.makeStream(of: Never.self)
        let left = Mutex(Self.clients + 1)
        let end: @Sendable () -> Void = {
            let isLast = left.withLock { left in
                left -= 1
                return left == 0
            }
            if isLast { continuation.finish() }
        }
        for client in 1...Self.clients {
            try DedicatedThread.start("client") { [self] in
                var number = 0
                while importStores("load-\(round)-\(client)-\(number)") { number += 1 }
                end()
            }
        }
        try DedicatedThread.start("job") { [self] in
            write(batch)
            state.withLock { $0.isWorking = false }
            end()
        }
        return ended
    }

    /// False when there was no answer.
    private func importStores(_ file: String) -> Bool {
        let body = "store,name,latitude,longitude,radius\nc,Fruta Cupertino,37.3230,-122.0322,120\n"
        guard (try? RawRequest.answer("POST", "/v1/stores?file=\(file)", body: body, over: socket)) != nil else {
            return false
        }
        state.withLock { state in _ = state.said.files.insert(file) }
        return true
    }

    /// Starts a job and follows it to the daemon's end.
    private func write(_ batch: String) {
        struct Job: Decodable { let id: Int }
        let request = #"{"batch":"\#(batch)","readers":["bench"]}"#
        guard let answer = try? RawRequest.answer("POST", "/v1/jobs", body: request, over: socket),
            let job = try? JSONDecoder().decode(Job.self, from: Data(answer))
        else { return }
        var line: [UInt8] = []
        try? RawRequest.send("GET", "/v1/jobs/\(job.id)/events", over: socket) { bytes in
            for byte in bytes {
                guard byte == UInt8(ascii: "\n") else {
                    line.append(byte)
                    continue
                }
                let text = String(decoding: line, as: UTF8.self)
                line = []
                if text.hasPrefix("data: "), let event = try? WriteEventLine(line: String(text.dropFirst(6))) {
                    hear(event)
                }
            }
        }
    }

    private func hear(_ event: WriteEventLine) {
        guard let uid = event.uid, ["writing", "written", "confirmed", "refused"].contains(event.type) else { return }
        state.withLock { state in _ = state.said.chips[event.type, default: []].insert(uid) }
        guard event.type != "writing", antenna.tag?.uidText == uid, let chip = antenna.remove() else { return }
        state.withLock { $0.chips[uid] = chip }
    }

    private func putNext() {
        guard antenna.tag == nil else { return }
        let number = state.withLock { state in
            guard state.isWorking else { return 0 }
            state.last += 1
            return state.last
        }
        if number > 0 {
            antenna.insert(ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: number)))
        }
    }
}
