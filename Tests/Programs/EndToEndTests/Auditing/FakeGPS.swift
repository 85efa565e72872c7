import Foundation
import Glibc
import TestBench
import Testing
import UnixSystem

/// A real gpsd on a port of its own, fed over TCP with the sentences of a receiver that stands still.
final class FakeGPS: Sendable {
    private let port: ReservedPort
    private let receiver: StandingReceiver
    private let program: RunningProgram
    private let sky: StandingReceiver.Sky
    let address: String

    /// `latitude` north, `longitude` west or east of Greenwich by its sign, in degrees.
    init(latitude: Double, longitude: Double, sky: StandingReceiver.Sky = .whole) throws {
        self.sky = sky
        port = try ReservedPort()
        address = "127.0.0.1:\(port.number)"
        receiver = try StandingReceiver(latitude: latitude, longitude: longitude, sky: sky)
        program = try RunningProgram(
            path: Witness.gpsd.name, ["-N", "-n", "-S", String(port.number), "tcp://127.0.0.1:\(receiver.port)"])
    }

    /// Waits until gpsd tells what it makes of the sentences.
    func ready() async throws {
        while true {
            let pipe = try RunningProgram(path: Witness.gpspipe.name, ["-w", address])
            for await line in pipe.output.lines where line.contains("\"mode\":\(sky.rawValue)") {
                guard sky != .whole || line.contains("\"eph\"") || line.contains("\"epx\"") else { continue }
                pipe.process.kill()
                _ = await pipe.wait()
                return
            }
            // gpsd does not listen yet, or it never will.
            let ending = await pipe.wait()
            try Task.checkCancellation()
            try #require(
                kill(program.process.processIdentifier, 0) == 0, "gpsd has ended: \(program.errors.text)\(ending)")
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    func stop() async {
        program.process.terminate()
        _ = await program.wait()
    }
}
