import Foundation
import Glibc
import Synchronization

// api-benchmark PORT RATE SECONDS PATH...: asks the API at a fixed rate, whatever comes back, and prints how long answers
// took beside the target. The secret of a token is in WAYMARK_TOKEN. A request's time begins when it was due: a slow
// answer that holds up the next request counts there as well.

let arguments = CommandLine.arguments
guard arguments.count > 4, let port = UInt16(arguments[1]), let rate = Int(arguments[2]), rate > 0,
    let seconds = Int(arguments[3]), let secret = ProcessInfo.processInfo.environment["WAYMARK_TOKEN"]
else {
    print("usage: WAYMARK_TOKEN=SECRET api-benchmark PORT RATE SECONDS PATH...")
    exit(64)
}
let paths = Array(arguments[4...])
let connections = 32
let target = 5.0

struct Figures {
    var milliseconds: [Double] = []
    var byPath: [String: [Double]] = [:]
    var failures: [String: Int] = [:]
}
let figures = Mutex(Figures())

let start = now() + 0.5
let total = rate * seconds
let threads = (0..<connections).map { lane in
    let thread = Thread {
        var connection = Connection(port: port, secret: secret)
        var own = Figures()
        for number in stride(from: lane, to: total, by: connections) {
            let due = start + Double(number) / Double(rate)
            let wait = due - now()
            if wait > 0 { usleep(UInt32(wait * 1e6)) }
            let path = paths[number % paths.count]
            let status = connection?.get(path)
            let spent = (now() - due) * 1_000
            own.milliseconds.append(spent)
            own.byPath[path, default: []].append(spent)
            if status != 200 {
                own.failures["\(path): \(status.map { "\($0)" } ?? "no answer")", default: 0] += 1
                if status == nil { connection = Connection(port: port, secret: secret) }
            }
        }
        figures.withLock { figures in
            figures.milliseconds += own.milliseconds
            figures.byPath.merge(own.byPath, uniquingKeysWith: +)
            figures.failures.merge(own.failures, uniquingKeysWith: +)
        }
    }
    thread.start()
    return thread
}
while !threads.allSatisfy(\.isFinished) { usleep(100_000) }

let spent = now() - start
let sorted = figures.withLock { $0.milliseconds.sorted() }
let failures = figures.withLock(\.failures)
func quantile(_ share: Double) -> Double { sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))] }
func text(_ value: Double) -> String { String(format: "%.2f", value) }

print("requests   \(sorted.count) in \(text(spent)) s, \(Int(Double(sorted.count) / spent)) a second (target \(rate))")
print("failures   \(failures.values.reduce(0, +)) (target 0) \(failures)")
for (name, share) in [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999)] {
    let isTarget = name == "p99"
    print("\(name)        \(text(quantile(share))) ms" + (isTarget ? " (target under \(text(target)) ms)" : ""))
}
for (path, times) in figures.withLock(\.byPath).sorted(by: { $0.key < $1.key }) {
    let sorted = times.sorted()
    print("  \(text(sorted[sorted.count / 2])) ms, p99 \(text(sorted[sorted.count * 99 / 100])) ms  \(path)")
}
print("slowest    \(text(sorted.last ?? 0)) ms")
