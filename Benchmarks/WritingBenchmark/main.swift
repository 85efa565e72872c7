import Foundation
import NDEF
import NFCTags
import ReaderEmulator

// usage: writing-benchmark WORKER PYTHON NFCPY_SCRIPT
let arguments = CommandLine.arguments
guard arguments.count == 4 else {
    print("usage: writing-benchmark WORKER PYTHON NFCPY_SCRIPT")
    exit(64)
}
let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)").path
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(atPath: folder) }
let ours = try await Ours(worker: arguments[1], folder: folder)

print("One tag: commands to the tag (selections), bytes on the line, modelled time at 115 200 bits a second.")
print("Ours identifies, reads, writes and reads back; the others do not read back.")
let columns = ["TAG", "URL", "MINIMUM", "OURS", "NFCPY", "NFC-MFULTRALIGHT", "OURS : NFCPY", "OURS : NFC-MFULTRALIGHT"]
print(columns.joined(separator: "\t"))

func text(_ one: Measurement?) -> String {
    guard let one else { return "-" }
    return "\(one.commands) (\(one.selections)), \(one.bytes) B, \(one.milliseconds) ms"
}

func ratio(_ one: Measurement, _ other: Measurement?) -> String {
    other.map { String(format: "%.2f", one.time / $0.time) } ?? "-"
}

/// A peer that is not installed leaves a gap, not an end.
func optional(_ body: () throws -> Measurement) -> Measurement? {
    do {
        return try body()
    } catch {
        print("no figure: \(error)")
        return nil
    }
}

for product in [Type2Product.ntag213, .ntag215, .ntag216] {
    for length in [40, 80, 130] {
        let reader = try EmulatedReader()
        let link = try await ours.open(reader, name: "\(product.name)-\(length)")
        reader.antenna.insert(blank(product))
        reader.beginCounting()
        try await Ours.write(url(of: length), over: link)
        let own = Measurement(reader)
        await ours.close("\(product.name)-\(length)")
        let nfcpy = optional {
            try Peers.nfcpy(url(of: length), product, python: arguments[2], script: arguments[3])
        }
        let ultralight = optional { try Peers.mfultralight(url(of: length), product, folder: folder) }
        let minimum = try await Minimum.commands(for: url(of: length), on: blank(product))
        print(
            [
                product.name, "\(length)", "\(minimum)", text(own), text(nfcpy), text(ultralight), ratio(own, nfcpy),
                ratio(own, ultralight),
            ].joined(separator: "\t"))
        reader.stop()
    }
}

print("\nTags a minute, with real timing imposed; a hand needs no time. Without the registry.")
for count in [1, 2, 4, 8] {
    let readers = try (0..<count).map { _ in try EmulatedReader(imposesTiming: true) }
    for (number, reader) in readers.enumerated() {
        _ = try await ours.open(reader, name: "bench-\(count)-\(number)")
    }
    let each = 12
    let start = ContinuousClock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, reader) in readers.enumerated() {
            let link = try ours.link("bench-\(count)-\(number)")
            group.addTask {
                for tag in 0..<each {
                    reader.antenna.insert(blank(.ntag213, number * 100 + tag + 1))
                    try await Ours.write(url(of: 80), over: link)
                    reader.antenna.remove()
                }
            }
        }
        try await group.waitForAll()
    }
    let minutes = (ContinuousClock.now - start) / .seconds(60)
    print("\(count) readers: \(Int(Double(each * count) / minutes)) tags a minute")
    for (number, reader) in readers.enumerated() {
        await ours.close("bench-\(count)-\(number)")
        reader.stop()
    }
}
await ours.end()

print("\nSmart-card readers under real pcscd, libccid and libusb; each tag five times, from the factory.")
do {
    try await SmartCards.run(worker: arguments[1], folder: folder)
} catch {
    print("no figures: \(error)")
}
