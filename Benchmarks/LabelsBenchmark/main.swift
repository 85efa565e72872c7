import CEncoder
import Glibc
import Labels

// labels-benchmark [COUNT] [floor|unchecked|checked|zxing|both|png|svg]...: 60-character URLs to a 22805 PDF or to files.
// Prints one line for each: what, seconds, labels per second, bytes per label, peak memory, seconds of all cores.

func now(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

func peakMegabytes() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_maxrss) / 1_024
}

func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

func decimals(_ value: Double, _ count: Int) -> String {
    let factor = [1, 10, 100, 1_000][count]
    let scaled = Int((value * Double(factor)).rounded())
    return count == 0 ? "\(scaled)" : "\(scaled / factor).\(padded(scaled % factor, count))"
}

let arguments = CommandLine.arguments.dropFirst()
let count = arguments.first.flatMap { Int($0) } ?? 10_000
let wanted = arguments.dropFirst(arguments.first.flatMap { Int($0) } == nil ? 0 : 1)
let folder = getenv("BENCHMARK_FOLDER").map { String(cString: $0) } ?? "/tmp"
/// 60 characters, all different; the case matters.
let urls = (0..<count).map { "https://brighteggcafe.example/store/cupertino?tag=B-\(padded($0, 8))" }

func measure(_ name: String, bytes: () async throws -> Int) async throws {
    let (start, used) = (now(CLOCK_MONOTONIC), now(CLOCK_PROCESS_CPUTIME_ID))
    let size = try await bytes()
    let (seconds, cores) = (now(CLOCK_MONOTONIC) - start, now(CLOCK_PROCESS_CPUTIME_ID) - used)
    print(
        "\(name): \(decimals(seconds, 3)) s, \(decimals(Double(count) / seconds, 0)) labels/s, "
            + "\(size / count) bytes/label, peak \(decimals(peakMegabytes(), 0)) MB, "
            + "\(decimals(cores, 3)) s on all cores")
}

func sheet(check: SheetCheck?) async throws -> Int {
    let placements = ["Counter", "Table 4", "Entrance, left door", "Outdoor terrace, second row"]
    let stores = [("cupertino", "Cupertino"), ("sf-union-square", "San Francisco"), ("seoul-gangnam", "서울 강남점")]
    let labels = urls.enumerated().map { index, url in
        LabelContent(
            url: url, tag: "B-\(padded(index, 8))", store: stores[index % 3].0, storeName: stores[index % 3].1,
            placement: placements[index % 4])
    }
    let path = "\(folder)/labels-benchmark-\(getpid()).pdf"
    let sheet = try Sheet(
        labels, on: .builtIn("22805"),
        settings: SheetSettings(job: "benchmark", software: "Waymark", createdAt: 1_700_000_000))
    let finished = try await sheet.make([.pdf(path: path)], check: check)
    try finished.publish()
    defer { unlink(path) }
    var status = stat()
    stat(path, &status)
    return Int(status.st_size)
}

for name in wanted.isEmpty ? ["floor", "unchecked", "checked", "zxing", "both", "png", "svg"] : Array(wanted) {
    switch name {
    case "floor":
        try await measure("libqrencode alone, one thread") {
            urls.reduce(0) { sum, url in
                let code = QRcode_encodeString(url, 0, QR_ECLEVEL_M, QR_MODE_8, 1)
                defer { QRcode_free(code) }
                return sum + Int(code?.pointee.width ?? 0)
            }
        }
    case "unchecked": try await measure("22805 PDF, check off") { try await sheet(check: nil) }
    case "checked": try await measure("22805 PDF, libzbar's check") { try await sheet(check: .zbar) }
    case "zxing": try await measure("22805 PDF, ZXing-C++'s check") { try await sheet(check: .zxing) }
    case "both": try await measure("22805 PDF, both checks") { try await sheet(check: .both) }
    case "png":
        try await measure("PNG, one thread") {
            try urls.reduce(0) { try $0 + QRSymbol($1).png(tag: "B").count }
        }
    case "svg":
        try await measure("SVG, one thread") {
            try urls.reduce(0) { try $0 + QRSymbol($1).svg(tag: "B").count }
        }
    default: print("unknown: \(name)")
    }
}
