import CSV
import Geodesy
import Registry
import Testing

/// The three positions in the files, kept apart.
struct PositionColumnTests {
    private func problems(_ read: () throws -> Void) -> [String] {
        do {
            try read()
            return []
        } catch let error as FileError {
            return error.problems.map(\.reason)
        } catch {
            return ["\(error)"]
        }
    }

    @Test func `a store has its region, its place in App Store Connect, or roams`() throws {
        let rows = """
            store,name,latitude,longitude,radius,roaming,place-latitude,place-longitude
            mela,Mela,37.8044,-122.2712,80,,37.8045,-122.2713
            cart,Cart,,,,yes,,
            lost,Lost,,,,no,,

            """
        let stores = try StoreFile.read(Array(rows.utf8), file: "s.csv").rows
        #expect(stores.map(\.place?.latitude) == [37.8045, nil, nil])
        #expect(stores.map(\.isRoaming) == [false, true, false])
    }

    @Test(arguments: [
        ("37.8,-122.2,80,yes,,", "a store that roams has no region"),
        ("37.8,-122.2,80,maybe,,", "roaming is neither yes nor no"),
        ("37.8,-122.2,80,,37.8,", "place-longitude is empty: a position needs latitude and longitude"),
    ])
    func `a store that contradicts itself is refused`(row: String, reason: String) {
        let text = "store,name,latitude,longitude,radius,roaming,place-latitude,place-longitude\ns,S,\(row)\n"
        #expect(problems { _ = try StoreFile.read(Array(text.utf8), file: "s.csv") } == [reason])
    }

    @Test(arguments: [
        ("37.8,-122.2,8,2026-11-02T10:11:00-08:00", []),
        ("37.8,-122.2,,", ["deployed-accuracy is empty: a position without it proves nothing"]),
        (",,8,", ["deployed-latitude is empty: accuracy and time alone say nothing"]),
        ("37.8,-122.2,-1,", ["deployed-accuracy -1 is not between 0 and 20037508"]),
        ("37.8,-122.2,1e154,", ["deployed-accuracy 1e154 is not between 0 and 20037508"]),
        ("37.8,-122.2,8,yesterday", ["deployed-time \"yesterday\" is not an ISO 8601 time with an offset"]),
    ])
    func `where a tag was put up comes with its accuracy`(row: String, reasons: [String]) throws {
        let text =
            "tag,store,placement,medium,url,deployed-latitude,deployed-longitude,deployed-accuracy,deployed-time\n"
            + "1,s,door,qr,https://egg.example/1,\(row)\n"
        let found = problems {
            let batch = try BatchFile.read(
                Array(text.utf8), file: "b.csv", name: #require(BatchName("b")), template: nil, stores: nil)
            #expect(batch.batch.tags.first?.deployed?.time?.iso8601 == "2026-11-02T18:11:00.000Z")
        }
        #expect(found == reasons)
    }
}
