import CSV
import Faults
import Geodesy
import Registry
import Testing

@Suite struct `A file of stores` {
    private static let header = "store,name,latitude,longitude,radius\n"

    private func read(_ text: String) throws -> ImportedRows<Store> {
        try StoreFile.read(Array(text.utf8), file: "stores.csv")
    }

    @Test func `gives stores with and without a region, in the order of the file`() throws {
        let imported = try read(
            """
            \u{FEFF}name,radius,latitude,longitude,address,store
            "Bright Egg, Cupertino",100,37.3193,-122.0293,"Cupertino, California",cupertino
            Bike,,,,,bike-7
            南極,500,-90,180,,pole
            """)
        #expect(imported.warnings.isEmpty)
        #expect(
            imported.rows == [
                Store(
                    id: try #require(StoreID("cupertino")), name: "Bright Egg, Cupertino",
                    region: try Region(centre: Coordinate(latitude: 37.3193, longitude: -122.0293), radius: 100),
                    address: "Cupertino, California"),
                Store(id: try #require(StoreID("bike-7")), name: "Bike", region: nil),
                Store(
                    id: try #require(StoreID("pole")), name: "南極",
                    region: try Region(centre: Coordinate(latitude: -90, longitude: 180), radius: 500)),
            ])
    }

    @Test(
        arguments: [
            ("a,A,37,-122,501", "radius 501 m is above the limit of 500 m of App Clip location confirmation"),
            ("a,A,37,-122,0", "radius 0 m is not above 0"),
            ("a,A,37,-122,-5", "radius -5 m is not above 0"),
            ("a,A,91,-122,50", "latitude 91 is outside -90...90"),
            ("a,A,-90.5,-122,50", "latitude -90.5 is outside -90...90"),
            ("a,A,37,-181,50", "longitude -181 is outside -180...180"),
            ("a,A,north,-122,50", "latitude \"north\" is not a number"),
            ("a,A,37,nan,50", "longitude \"nan\" is not a number"),
            ("a,A,37,-122,0x10", "radius \"0x10\" is not a number"),
            (
                "a,A,37,-122,",
                "radius is empty: a region needs latitude, longitude and radius, a roaming store has none of them"
            ),
            (
                "a,A,,,50",
                "latitude and longitude are empty: a region needs latitude, longitude and radius, "
                    + "a roaming store has none of them"
            ),
            (
                "a,A,,-122,50",
                "latitude is empty: a region needs latitude, longitude and radius, a roaming store has none of them"
            ),
            (",A,37,-122,50", "store is empty"),
            (" a,A,37,-122,50", "store begins or ends with white space"),
            ("a,,37,-122,50", "name is empty"),
            ("a,A ,37,-122,50", "name begins or ends with white space"),
            ("a,A\tB,37,-122,50", "name contains a control character"),
            ("a,A\u{202E}B,37,-122,50", "name contains a character that turns the direction of writing"),
            ("a\u{2066}b,A,37,-122,50", "store contains a character that turns the direction of writing"),
            ("good,A,37,-122,50", "store \"good\" is already on line 2"),
            ("a,A,37,-122", "4 fields where the header has 5"),
            ("a,A\"B,37,-122,50", "a quote inside a field that is not quoted"),
        ])
    func `is refused whole for a bad row, which is named`(row: String, reason: String) throws {
        let text = Self.header + "good,Good,37,-122,50\n" + row + "\nfine,Fine,37,-122,50\n"
        #expect(try problems { _ = try read(text) } == ["stores.csv:3: \(reason)"])
    }

    @Test func `is refused with every bad line and every bad field`() throws {
        let long = String(repeating: "n", count: 201)
        let found = try problems {
            _ = try read(Self.header + "a,\(long),x,y,z\nb,B,,,\nb,B,91,0,501\n\nc,,,,1\n")
        }
        #expect(
            found == [
                "stores.csv:2: name has 201 characters, at most 200 are allowed",
                "stores.csv:2: latitude \"x\" is not a number",
                "stores.csv:2: longitude \"y\" is not a number",
                "stores.csv:2: radius \"z\" is not a number",
                "stores.csv:4: latitude 91 is outside -90...90; latitude and longitude look exchanged",
                "stores.csv:4: store \"b\" is already on line 3",
                "stores.csv:6: name is empty",
                "stores.csv:6: latitude and longitude are empty: a region needs latitude, longitude and radius, "
                    + "a roaming store has none of them",
            ])
    }

    @Test func `names the column that is wrong`() throws {
        let error = try #require(throws: FileError.self) {
            try read(Self.header + "a,A,91,0,5\nb,B,0,181,5\nc,C,0,0,501\n")
        }
        #expect(error.problems.map(\.column) == ["latitude", "longitude", "radius"])
        #expect(error.code == .rows)
    }

    @Test(
        arguments: [
            ("store,name,latitude,longitude\na,A,1,1\n", ["stores.csv:1: column radius is missing"]),
            ("store,latitude\n", ["name", "longitude", "radius"].map { "stores.csv:1: column \($0) is missing" }),
            (
                "store,name,store,latitude,longitude,radius\n", ["stores.csv:1: column store appears twice"]
            ),
            ("", ["stores.csv: the file is empty; a header row is needed"]),
        ])
    func `is refused for its header`(text: String, reasons: [String]) throws {
        #expect(try problems { _ = try read(text) } == reasons)
    }

    @Test func `may have unknown columns, which are warned of`() throws {
        let imported = try read("store,name,colour,latitude,longitude,radius\r\na,A,red,,,\r\n")
        #expect(imported.rows.map(\.id.text) == ["a"])
        #expect(imported.warnings.map(\.description) == ["stores.csv:1: column \"colour\" is unknown and ignored"])
    }

    @Test func `is refused when two keys differ in nothing that a person could see`() throws {
        let found = try problems { _ = try read(Self.header + "caf\u{E9},A,,,\ncafe\u{301},B,,,\n") }
        #expect(found == ["stores.csv:3: store \"cafe\u{301}\" is already on line 2"])
    }
}
