import Glibc
import TestBench
import Testing
import UnixSystem

/// Writing is refused before it begins, for the reasons that would show in a customer's hand.
@Suite(.timeLimit(.minutes(10))) struct WriteRefusalTests {
    @Test func `there must be a reader`() async throws {
        try await TestStation.run { station in
            try await station.takeInStores()
            try await station.createBatch("spring", "t1,cupertino,door,nfc,")
            for command in [["write", "spring"], ["read"]] {
                let complaint = try await station.refuses(command)
                #expect(complaint.message == "this station has no reader")
                #expect(complaint.next.contains("waymark reader add"))
            }
            let unknown = try await station.refuses("write", "spring", "--reader", "bench")
            #expect(unknown.message == "reader bench is not known")
        }
    }

    @Test func `the batch must exist and hold NFC tags`() async throws {
        try await TestStation.run { station in
            try await station.takeInStores()
            try await station.createBatch("signs", "t1,cupertino,door,qr,")
            #expect(try await station.refuses("write", "spring").message == "batch spring is not known")
            let complaint = try await station.refuses("write", "signs")
            #expect(complaint.reasons == ["none of its tags is an NFC tag"])
            #expect(complaint.next.contains("waymark sheet signs"))
        }
    }

    @Test(
        arguments: [
            ("https://elsewhere.example/store/cupertino", "no experience is registered for its host"),
            ("https://fruta.example/store", "the registered URL ends in a slash that it lacks"),
        ])
    func `a URL without a certain experience is neither written nor printed`(url: String, reason: String) async throws {
        try await TestStation.run { station in
            try await station.takeInStores()
            try await station.createBatch("spring", "t1,cupertino,door,nfc,\(url)", "t2,cupertino,door,qr,\(url)")
            _ = try await station.addReader("bench")
            let written = try await station.refuses("write", "spring")
            #expect(written.message == "batch spring is not written")
            #expect(written.reasons.joined().contains(reason) && written.reasons.joined().contains(url))
            let printed = try await station.refuses(
                "sheet", "spring", "--stock", "22805", "--output", station.folder["spring.pdf"])
            #expect(printed.message == "batch spring is not printed")
            #expect(printed.reasons.joined().contains(reason))
        }
    }

    @Test func `a station elsewhere writes nothing unless the tags are shipped`() async throws {
        try await TestStation.run { station in
            try await station.takeInStores()
            try await station.createBatch("spring", "t1,san-francisco,door,nfc,", "t2,cart,umbrella,nfc,")
            _ = try await station.addReader("bench")
            let complaint = try await station.refuses("write", "spring", "--at", "37.3230,-122.0322")
            #expect(complaint.message == "batch spring is not written here")
            #expect(complaint.reasons == ["this station is 61 km from Fruta San Francisco, outside its region"])
            #expect(complaint.next.contains("--shipping"))
            try await begins(["write", "spring", "--shipping"], on: station)
            try await begins(["write", "spring", "--at", "37.7793,-122.4193"], on: station)
        }
    }

    @Test func `the configured place of a station counts until the command names another`() async throws {
        try await TestStation.run(options: ["--position", "37.3230,-122.0322"]) { station in
            try await station.takeInStores()
            try await station.createBatch("spring", "t1,san-francisco,door,nfc,")
            _ = try await station.addReader("bench")
            try await station.refuses("write", "spring")
            try await begins(["write", "spring", "--at", "37.7793,-122.4193"], on: station)
            try await begins(["write", "spring", "--shipping"], on: station)
        }
    }

    /// Starts writing, waits until the first tag is asked for, and interrupts: nothing was written.
    private func begins(_ words: [String], on station: TestStation) async throws {
        let before = try await station.holdings()
        let writing = try station.start(words + ["--json"])
        for await line in writing.output.lines where line.contains("\"type\":\"next\"") { break }
        writing.signal(SIGINT)
        let ending = await writing.wait()
        #expect(ending.status == .exited(130), "\(ending)")
        #expect(ending.objects.map { $0["type"] as? String } == ["next", "cancelled"])
        #expect(try await station.holdings() == before)
    }

    @Test(arguments: ["37.3", "91,0", "0,181", "north,west", "1,2,3", ""])
    func `a place that is none is a usage error`(place: String) async throws {
        try await TestStation.run { station in
            let complaint = try await station.refuses("write", "spring", "--at=\(place)", with: 64)
            #expect(complaint.message.hasPrefix("--at "))
        }
    }

    @Test func `a store says where the station is`() async throws {
        try await TestStation.run { station in
            try await station.takeInStores()
            try await station.createBatch("spring", "t1,san-francisco,door,nfc,")
            _ = try await station.addReader("bench")
            let complaint = try await station.refuses("write", "spring", "--at", "cupertino")
            #expect(complaint.message == "batch spring is not written here")
            #expect(
                try await station.refuses("write", "spring", "--at", "nowhere", with: 64).next
                    == "see: waymark store list")
            #expect(
                try await station.refuses("write", "spring", "--at", "cart", with: 64).message
                    == "this place is not known")
            try await begins(["write", "spring", "--at", "san-francisco"], on: station)
        }
    }

    @Test func `a running job is shown again to whoever asks for the same`() async throws {
        try await TestStation.run { station in
            try await station.takeInStores()
            try await station.createBatch("spring", "t1,cupertino,door,nfc,")
            try await station.createBatch("summer", "t2,cupertino,door,nfc,")
            _ = try await station.addReader("bench")
            let first = try station.start(["write", "spring", "--json"])
            for await line in first.output.lines where line.contains("\"type\":\"next\"") { break }
            let complaint = try await station.refuses("write", "summer")
            #expect(complaint.reasons == ["it is writing batch spring"])
            #expect(try await station.refuses("read").reasons == ["it is writing batch spring"])
            // The terminal is closed; the job is not, until somebody says so.
            first.process.kill()
            _ = await first.wait()
            let second = try station.start(["write", "spring", "--json"])
            for await line in second.output.lines where line.contains("\"type\":\"next\"") { break }
            second.signal(SIGINT)
            let left = await second.wait()
            #expect(left.status == .exited(130), "\(left)")
            #expect(left.errors.contains("joins the job of uid:"))
            #expect(left.errors.hasSuffix("to end the job for all: waymark write spring --end\n"))
            try await station.waymark("write", "spring", "--end", "--yes")
            try await begins(["write", "spring"], on: station)
        }
    }
}
