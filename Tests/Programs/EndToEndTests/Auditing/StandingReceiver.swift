import Foundation
import Glibc
import UnixSystem

/// A receiver of satellites at one place. It sends its sentences (NMEA 0183) to one client after another, those of some
/// sixteen seconds in each second, until it is released.
final class StandingReceiver: Sendable {
    /// At 127.0.0.1.
    let port: UInt16
    private let listener: TCPListener

    /// What it sees; the raw values are gpsd's modes.
    enum Sky: Int, Sendable {
        case noFix = 1
        case flat = 2
        case whole = 3
    }

    /// `latitude` north, `longitude` west or east of Greenwich by its sign, in degrees.
    init(latitude: Double, longitude: Double, sky: Sky) throws {
        listener = try TCPListener.listen(address: "127.0.0.1", port: 0)
        port = listener.port
        let place = Self.angle(latitude, 2, "NS") + "," + Self.angle(longitude, 3, "EW")
        let listening = dup(listener.descriptor.rawValue)
        try DedicatedThread.start("receiver") {
            let listening = FileDescriptor(owning: listening)
            // Fails once the receiver is gone.
            while (try? listening.poll(.input)) == .input {
                let client = FileDescriptor(owning: accept(listening.rawValue, nil, nil))
                var second = 0
                // Fails once the client is gone.
                while Self.send(Self.sentences(second, place, sky), to: client) {
                    second += 1
                    usleep(60_000)
                }
            }
        }
    }

    deinit { listener.shut() }

    private static func send(_ text: String, to client: borrowing FileDescriptor) -> Bool {
        let bytes = Array(text.utf8)
        return Glibc.send(client.rawValue, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// What it says in one second: GGA, GSA and RMC.
    private static func sentences(_ second: Int, _ place: String, _ sky: Sky) -> String {
        let time = String(format: "12%02d%02d.00", second / 60 % 60, second % 60)
        let bodies =
            switch sky {
            case .noFix:
                ["GPGGA,\(time),,,,,0,00,99.9,,,,,,", "GPGSA,A,1,,,,,,,,,,,,,,,", "GPRMC,\(time),V,,,,,,,201126,,,N"]
            case .flat:
                // gpsd takes a position with GGA for one with a height.
                [
                    "GPGSA,A,2,01,02,03,,,,,,,,,,1.8,0.9,1.5",
                    "GPRMC,\(time),A,\(place),0.0,0.0,201126,,,A",
                ]
            case .whole:
                [
                    "GPGGA,\(time),\(place),1,08,0.9,50.0,M,-30.0,M,,",
                    "GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.8,0.9,1.5",
                    "GPRMC,\(time),A,\(place),0.0,0.0,201126,,,A",
                ]
            }
        return bodies.map { body in
            "$\(body)*" + String(format: "%02X", body.utf8.reduce(0) { $0 ^ $1 }) + "\r\n"
        }.joined()
    }

    /// Degrees and minutes, and one of two directions.
    private static func angle(_ value: Double, _ width: Int, _ directions: String) -> String {
        let degrees = Int(abs(value))
        let direction = value < 0 ? directions.suffix(1) : directions.prefix(1)
        return String(format: "%0\(width)d%08.5f", degrees, (abs(value) - Double(degrees)) * 60) + ",\(direction)"
    }
}
