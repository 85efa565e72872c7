import Foundation
import Glibc
import TestBench
import UnixSystem

/// A real gpsd on a port of its own, fed by gpsfake with sentences of a receiver that stands still.
final class FakeGPS: Sendable {
    private let program: RunningProgram
    private let port: UInt16
    private let sky: Sky
    let address: String

    enum Sky: Int, Sendable {
        case noFix = 1
        case flat = 2
        case whole = 3
    }

    /// `latitude` north, `longitude` west or east of Greenwich by its sign, in degrees.
    init(in folder: TemporaryFolder, latitude: Double, longitude: Double, sky: Sky = .whole) throws {
        self.sky = sky
        port = try Self.freePort()
        let log = try folder.write(
            Self.sentences(latitude: latitude, longitude: longitude, sky: sky), to: "gps-\(port).nmea")
        address = "127.0.0.1:\(port)"
        program = try RunningProgram(path: "gpsfake", ["-c", "0.02", "-q", "-n", "-P", String(port), log])
    }

    /// Waits until gpsd tells what it makes of the sentences.
    func ready() async throws {
        try await listening()
        let reports = try RunningProgram(path: "gpspipe", ["-w", "127.0.0.1:\(port)"])
        for await line in reports.output.lines where line.contains("\"mode\":\(sky.rawValue)") {
            if sky != .whole || line.contains("\"eph\"") || line.contains("\"epx\"") { break }
        }
        reports.process.kill()
        _ = await reports.process.wait()
    }

    private func listening() async throws {
        while true {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var place = sockaddr_in()
            place.sin_family = sa_family_t(AF_INET)
            place.sin_port = port.bigEndian
            place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let status = withUnsafePointer(to: &place) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            if status == 0 { return }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// Ends gpsfake, which ends gpsd.
    func stop() async {
        program.signal(SIGTERM)
        _ = await program.process.wait()
    }

    /// A port that was free a moment ago. gpsd takes a number, not a socket.
    private static func freePort() throws -> UInt16 { try TCPListener.listen(address: "127.0.0.1", port: 0).port }

    /// Two minutes of GGA, GSA and RMC (NMEA 0183).
    private static func sentences(latitude: Double, longitude: Double, sky: Sky) -> String {
        let north = angle(latitude, width: 2) + (latitude < 0 ? ",S" : ",N")
        let east = angle(longitude, width: 3) + (longitude < 0 ? ",W" : ",E")
        var lines: [String] = []
        for second in 0..<120 {
            let time = String(format: "12%02d%02d.00", second / 60, second % 60)
            if sky == .noFix {
                lines.append(sentence("GPGGA,\(time),,,,,0,00,99.9,,,,,,"))
                lines.append(sentence("GPGSA,A,1,,,,,,,,,,,,,,,"))
                lines.append(sentence("GPRMC,\(time),V,,,,,,,201126,,,N"))
            } else {
                // gpsd takes a position with this sentence for one with a height.
                if sky == .whole {
                    lines.append(sentence("GPGGA,\(time),\(north),\(east),1,08,0.9,50.0,M,-30.0,M,,"))
                }
                let satellites = sky == .whole ? "01,02,03,04,05,06,07,08,,,," : "01,02,03,,,,,,,,,"
                lines.append(sentence("GPGSA,A,\(sky.rawValue),\(satellites),1.8,0.9,1.5"))
                lines.append(sentence("GPRMC,\(time),A,\(north),\(east),0.0,0.0,201126,,,A"))
            }
        }
        return lines.map { $0 + "\r\n" }.joined()
    }

    private static func angle(_ value: Double, width: Int) -> String {
        let degrees = Int(abs(value))
        return String(format: "%0\(width)d%08.5f", degrees, (abs(value) - Double(degrees)) * 60)
    }

    private static func sentence(_ text: String) -> String {
        "$\(text)*" + String(format: "%02X", text.utf8.reduce(0) { $0 ^ $1 })
    }
}
