import Foundation
import NDEF
import ReaderEmulator

/// Other people's programs, unmodified, on the same emulated reader.
enum Peers {
    /// nfcpy: the reader is open before the count begins.
    static func nfcpy(_ url: String, _ product: Type2Product, python: String, script: String) throws -> Measurement {
        let reader = try EmulatedReader()
        defer { reader.stop() }
        reader.antenna.insert(blank(product))
        let program = try Program(python, [script, reader.path ?? "", url])
        try program.wait(for: "ready")
        reader.beginCounting()
        try program.say("go\n")
        try program.wait(for: "written")
        let measurement = Measurement(reader)
        try program.say("end\n")
        program.process.waitUntilExit()
        return measurement
    }

    /// nfc-mfultralight --partial: what it does on an empty antenna, which is to open the reader, is taken off.
    static func mfultralight(_ url: String, _ product: Type2Product, folder: String) throws -> Measurement {
        let tag = blank(product)
        // The lead that a blank tag has stays, as it must: lock control block, then the message.
        let lead = product == .ntag213 ? 5 : 0
        let message = Array(try NDEFMessage(uri: url).encoded)
        let size =
            message.count < 255 ? [UInt8(message.count)] : [255, UInt8(message.count >> 8), UInt8(message.count & 255)]
        var image = Array(tag.memory.bytes[0..<16 + lead]) + [3] + size + message + [0xFE]
        while image.count % 4 != 0 { image.append(0) }
        let file = "\(folder)/tag.mfd"
        try Data(image).write(to: URL(filePath: file))

        func run(with tag: Type2Tag?) throws -> Measurement {
            let reader = try EmulatedReader()
            defer { reader.stop() }
            if let tag { reader.antenna.insert(tag) }
            let program = try Program(
                "nfc-mfultralight", ["w", file, "--partial"],
                environment: ["LIBNFC_DEVICE": reader.connectionString ?? "", "LIBNFC_AUTO_SCAN": "false"])
            // No to capability container, static locks, dynamic locks and serial number.
            try program.say("n\nn\nn\nn\n")
            program.process.waitUntilExit()
            if tag != nil, reader.antenna.tag?.memory.bytes.starts(with: image) != true {
                throw BenchmarkFailure("nfc-mfultralight wrote something else:\n\(program.text)")
            }
            let measurement = Measurement(reader)
            return tag == nil ? measurement.onLineOnly(reader) : measurement
        }
        return try run(with: tag) - run(with: nil)
    }
}

/// A program that is spoken to line by line.
private final class Program {
    let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private(set) var text = ""

    init(_ name: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = output
        try process.run()
    }

    func say(_ line: String) throws { try input.fileHandleForWriting.write(contentsOf: Data(line.utf8)) }

    func wait(for word: String) throws {
        while !text.contains(word) {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw BenchmarkFailure("the peer ended: \(text)") }
            text += String(decoding: data, as: UTF8.self)
        }
    }
}
