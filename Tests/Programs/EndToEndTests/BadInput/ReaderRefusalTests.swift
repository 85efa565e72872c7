import Foundation
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// A reader that cannot be used says why, and the station goes on.
@Suite(.timeLimit(.minutes(10))) struct ReaderRefusalTests {
    @Test(arguments: [
        "", "/dev/ttyUSB0", "pn532_uart:", ":/dev/ttyUSB0", "pn532_uart:/dev/tty\u{07}USB0", "nonsense:/dev/ttyUSB0",
        "pn532_uart:ttyUSB0", "pn532_uart:/dev/ttyUSB0:1", "acr122_usb:1:4", "usb:nonsense",
    ])
    func `a connection that names no reader is refused`(connection: String) async throws {
        try await TestStation.run { station in
            let status: Int32 = connection.isEmpty ? 64 : 1
            let complaint = try await station.refuses("reader", "add", connection, "--name", "bench", with: status)
            if status == 1 { #expect(complaint.next.contains("pn532_uart:/dev/ttyUSB0")) }
            #expect(try await station.waymark("reader", "list", "--json").document["readers"] as? [String] == [])
        }
    }

    @Test func `a port without a device is told and the reader stays for later`() async throws {
        try await TestStation.run { station in
            let port = station.folder["tty"]
            let complaint = try await adding("pn532_uart:\(port)", to: station)
            #expect(complaint.reasons == ["no device is at this port"])
            let taken = try await station.refuses("reader", "add", "pn532_uart:\(port)", "--name", "bench")
            #expect(taken.reasons == ["a reader of this name exists already"])
            let reading = try await station.refuses("read")
            #expect(reading.message == "reader bench does not answer")
            try await station.waymark("reader", "remove", "bench")
            #expect(try await station.refuses("reader", "remove", "bench").message == "reader bench is not known")
        }
    }

    @Test func `a port that another reader uses is told`() async throws {
        try await TestStation.run { station in
            let first = try await station.addReader("first")
            let connection = try #require(first.connectionString)
            let complaint = try await adding(connection, to: station)
            #expect(complaint.reasons == ["another program holds the lock on this reader"])
            let readers = try await station.waymark("reader", "list", "--json").document["readers"]
            let states = try #require(readers as? [[String: Any]]).map { $0["state"] as? String }
            // The one that failed may be under way to its next attempt.
            #expect(states.count == 2 && states[0] != "ready" && states[1] == "ready", "\(states)")
        }
    }

    @Test func `a reader that answers garbage is told and the daemon goes on`() async throws {
        try await TestStation.run { station in
            let reader = try station.emulatedReader()
            for answer in 1...50 { reader.sendGarbage(at: answer) }
            let ending = try await station.start([
                "reader", "add", try #require(reader.connectionString), "--name", "bench",
            ]).wait()
            #expect(ending.status == .exited(1) || ending.status == .exited(75), "\(ending)")
            #expect(Complaint(ending.errors) != nil, "\(ending)")
            _ = try await station.holdings()
        }
    }

    @Test func `no tag in time exits with 75`() async throws {
        try await TestStation.run { station in
            _ = try await station.addReader("bench")
            let complaint = try await station.refuses("read", "--timeout", "1", with: 75)
            #expect(complaint.message == "no tag came to reader bench")
        }
    }

    /// Adds a reader that cannot be opened: it is on record, and the command says what is wrong.
    private func adding(_ connection: String, to station: TestStation) async throws -> Complaint {
        let ending = try await station.waymark("reader", "add", connection, "--name", "bench", expecting: 1)
        #expect(ending.output.hasPrefix("reader bench added: failed"))
        return try #require(Complaint(ending.errors), "\(ending)")
    }
}
