import CSV
import Geodesy
import PlaceFiles
import Registry
import Testing

/// stores.csv with places added to it.
struct StoreTableTests {
    private func store(
        _ id: String, _ name: String, _ latitude: Double = 1.5, radius: Double = 80, address: String? = nil
    )
        throws -> Store
    {
        Store(
            id: try #require(StoreID(id)), name: name,
            region: try Region(centre: Coordinate(latitude: latitude, longitude: 2.25), radius: radius),
            address: address)
    }

    @Test func `what is there stays, and what is added can be read`() throws {
        let old = "note,store,name,latitude,longitude,radius\nmine,a,'=A,1,2,60\n,b,B,,,\n"
        var table = try StoreTable(Array(old.utf8), file: "s")
        try table.set(store("c", "C, the third", address: "5 High St"))
        try table.set(store("a", "=New", 1.25, radius: 60))
        #expect(
            String(decoding: try table.bytes(), as: UTF8.self) == """
                note,store,name,latitude,longitude,radius,address
                mine,a,'=New,1.25,2.25,60,
                ,b,B,,,,
                ,c,"C, the third",1.5,2.25,80,5 High St

                """)
    }

    @Test func `columns that Waymark does not know stay as they are written`() throws {
        let old = "phone,store,name,latitude,longitude,radius,=sum\n+41 44 000,a,A,1,2,60,-x\n'+41,b,B,1,2,60,''=1\n"
        var table = try StoreTable(Array(old.utf8), file: "s")
        try table.set(store("c", "+C"))
        #expect(String(decoding: try table.bytes(), as: UTF8.self) == old + ",c,'+C,1.5,2.25,80,\n")
    }

    @Test func `a file that is not there yet gets a header`() throws {
        var table = try StoreTable([], file: "s")
        try table.set(store("a", "A"))
        #expect(
            String(decoding: try table.bytes(), as: UTF8.self)
                == "store,name,latitude,longitude,radius,address\na,A,1.5,2.25,80,\n")
    }

    @Test(arguments: [
        "store;name;latitude;longitude;radius\na;A;1,5;2,5;60\n", "store,name\na,A\n",
        "store,name,latitude,longitude,radius\na,A,1,2,501\n",
    ])
    func `a file of another form, or with a bad row, is not written over`(text: String) {
        #expect(throws: FileError.self) { try StoreTable(Array(text.utf8), file: "s") }
    }
}
