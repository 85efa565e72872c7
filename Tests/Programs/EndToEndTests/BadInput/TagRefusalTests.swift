import Foundation
import TestBench
import Testing

@Suite(.timeLimit(.minutes(10))) struct TagRefusalTests {
    @Test func `a list of App Clip Codes is not made for a batch without them`() async throws {
        try await TestStation.run { station in
            try await station.takeInStores()
            try await station.createBatch("signs", "t1,cupertino,door,nfc,", "t2,cupertino,window,qr,")
            let complaint = try await station.refuses(
                "clip-code", "list", "signs", "--output", station.folder["codes.csv"])
            #expect(complaint.message == "batch signs has no App Clip Codes")
            #expect(complaint.reasons == ["its tags are of medium nfc and qr"])
            #expect(!FileManager.default.fileExists(atPath: station.folder["codes.csv"]))
        }
    }

    @Test func `what is not known is refused by name`() async throws {
        try await TestStation.run { station in
            #expect(try await station.refuses("tag", "show", "t9").message == "tag t9 is not known")
            let retired = try await station.refuses("tag", "retire", "t9", "--reason", "gone")
            #expect(retired.message == "tag t9 is not known")
            #expect(try await station.refuses("batch", "show", "spring").message == "batch spring is not known")
            let url = try await station.refuses("experience", "match", "store/1")
            #expect(url.reasons == ["it has no scheme such as https:"])
        }
    }

    @Test func `a retired tag stays retired`() async throws {
        try await TestStation.run { station in
            try await station.takeInStores()
            try await station.createBatch("spring", "t1,cupertino,door,qr,")
            try await station.waymark("tag", "retire", "t1", "--reason", "table removed")
            let replaced = try await station.refuses("tag", "replace", "t1", "--reason", "second thoughts")
            #expect(replaced.reasons == ["it is retired"])
            let printed = try await station.refuses(
                "sheet", "spring", "--stock", "22805", "--output", station.folder["spring.pdf"])
            #expect(printed.message == "spring has nothing to print")
        }
    }

    @Test func `a tag is not replaced or retired without a reason`() async throws {
        try await TestStation.run { station in
            let complaint = try await station.refuses("tag", "retire", "t1", with: 64)
            #expect(complaint.message == "--reason TEXT is missing")
        }
    }
}
