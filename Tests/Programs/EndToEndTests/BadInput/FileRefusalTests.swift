import TestBench
import Testing

/// A file of stores, experiences or tags is taken whole or not at all, and every bad line is named.
@Suite(.timeLimit(.minutes(10))) struct FileRefusalTests {
    struct BadFile: Sendable, CustomTestStringConvertible {
        let name: String
        let command: [String]
        let content: String
        let reasons: [String]

        var testDescription: String { name }

        static func stores(_ name: String, _ content: String, _ reasons: String...) -> BadFile {
            BadFile(name: name, command: ["store", "import"], content: content, reasons: reasons)
        }

        static func experiences(_ name: String, _ content: String, _ reasons: String...) -> BadFile {
            BadFile(name: name, command: ["experience", "import"], content: content, reasons: reasons)
        }

        static func batch(_ name: String, _ content: String, _ reasons: String...) -> BadFile {
            BadFile(
                name: name, command: ["batch", "create", "spring", "--template", TestStation.template, "--from"],
                content: content, reasons: reasons)
        }
    }

    static let badFiles: [BadFile] = [
        .stores(
            "a radius of 501 m", "store,name,latitude,longitude,radius\na,A,1,2,501\n",
            "2: radius 501 m is above the limit of 500 m of App Clip location confirmation"),
        .stores(
            "a latitude of 91", "store,name,latitude,longitude,radius\na,A,91,2,50\n",
            "2: latitude 91 is outside -90...90"),
        .stores(
            "several bad rows",
            "store,name,latitude,longitude,radius\na,A,91,0,50\nb,B,1,2,501\ngood,Good,1,2,3\nc,C,1,2,\nd,D,x,2,3\n,E,,,\n",
            "2: latitude 91 is outside -90...90",
            "3: radius 501 m is above the limit of 500 m of App Clip location confirmation",
            "5: radius is empty: a region needs latitude, longitude and radius, a roaming store has none of them",
            "6: latitude \"x\" is not a number",
            "7: store is empty"),
        .stores(
            "a key twice", "store,name,latitude,longitude,radius\na,A,,,\na,B,,,\n",
            "3: store \"a\" is already on line 2"),
        .stores(
            "a column twice", "store,name,name,latitude,longitude,radius\na,A,A,,,\n", "1: column name appears twice"),
        .stores("a missing column", "store,name,latitude,longitude\na,A,,\n", "1: column radius is missing"),
        .stores("nothing", "", "the file is empty; a header row is needed"),
        .stores(
            "an open quote", "store,name,latitude,longitude,radius\na,\"A,,,\n",
            "2: a quoted field is not closed"),
        .experiences(
            "a title too long and an unknown action",
            "url,title,subtitle,action\nhttps://x.example/,A title that is much too long for a card,s,jump\n",
            "2: title has 40 characters, at most 30 are allowed", "2: action \"jump\" is none of: view, play, open"),
        .experiences(
            "a URL twice", "url,title,subtitle,action\nhttps://x.example/,A,b,open\nhttps://x.example/,C,d,open\n",
            "3: url \"https://x.example/\" is already on line 2"),
        .batch(
            "an unknown store", "tag,store,placement,medium\nt1,mars,counter,nfc\n", "2: store \"mars\" is not known"),
        .batch(
            "a URL of another store",
            "tag,store,placement,medium,url\nt1,cupertino,door,nfc,https://fruta.example/store/san-francisco?tag=t1\n",
            "2: the URL names store \"san-francisco\", the row says \"cupertino\""),
        .batch(
            "a tag twice", "tag,store,placement,medium\nt1,cupertino,a,nfc\nt1,cupertino,b,qr\n",
            "3: tag \"t1\" is already on line 2"),
        .batch(
            "an unknown medium", "tag,store,placement,medium\nt1,cupertino,a,rfid\n", "2: medium \"rfid\" is none of"),
    ]

    @Test(arguments: badFiles) func `a bad file is refused with every bad line`(file: BadFile) async throws {
        try await TestStation.run { station in
            try await station.takeInStores()
            let path = try station.folder.write(file.content, to: "bad.csv")
            let complaint = try await station.refuses(file.command + [path])
            #expect(complaint.message == "\(path) is refused")
            try #require(complaint.reasons.count == file.reasons.count, "\(complaint)")
            for (found, wanted) in zip(complaint.reasons, file.reasons) { #expect(found.contains(wanted)) }
            #expect(complaint.next.hasSuffix("nothing was taken from this file"))
        }
    }

    @Test(arguments: [("missing.csv", "no such file or directory"), (".", "it is not a regular file")])
    func `what is no file is refused`(name: String, reason: String) async throws {
        try await TestStation.run { station in
            let complaint = try await station.refuses("store", "import", station.folder[name])
            #expect(complaint.reasons == [reason])
        }
    }

    @Test(
        arguments: [
            ("https://fruta.example/{store}{tag}", "nothing tells where the value of store ends"),
            ("https://fruta.example/{store", "a { is not closed"),
            ("https://{store}.example/", "host"),
        ])
    func `a template that cannot be read backwards is refused`(template: String, reason: String) async throws {
        try await TestStation.run { station in
            try await station.takeInStores()
            let file = try station.folder.write("tag,store,placement,medium\nt1,cupertino,door,nfc\n", to: "b.csv")
            let complaint = try await station.refuses(
                "batch", "create", "spring", "--from", file, "--template", template)
            #expect(complaint.message.contains(template) && complaint.reasons.joined().contains(reason))
        }
    }

    @Test func `a row without a URL and a template to make one from is refused`() async throws {
        try await TestStation.run { station in
            try await station.takeInStores()
            let file = try station.folder.write("tag,store,placement,medium\nt1,cupertino,door,nfc\n", to: "b.csv")
            let complaint = try await station.refuses("batch", "create", "spring", "--from", file)
            #expect(complaint.reasons == ["\(file):2: there is no url and no template to make one from"])
        }
    }

    @Test func `a batch or a tag that exists already is refused`() async throws {
        try await TestStation.run { station in
            try await station.takeInStores()
            try await station.createBatch("spring", "t1,cupertino,door,nfc,")
            let file = station.folder["spring.csv"]
            let name = try await station.refuses(
                "batch", "create", "spring", "--from", file, "--template", TestStation.template)
            #expect(name.reasons == ["a batch of this name exists already"])
            let tag = try await station.refuses(
                "batch", "create", "summer", "--from", file, "--template", TestStation.template)
            #expect(tag.reasons == ["tag t1 exists already, in batch spring"])
        }
    }

    @Test func `an unknown column is a warning and an import that changes a store says so`() async throws {
        try await TestStation.run { station in
            let first = try station.folder.write(
                "store,name,latitude,longitude,radius,manager\na,Alpha,1,2,3,Kim\n", to: "first.csv")
            let second = try station.folder.write("store,name,latitude,longitude,radius\na,Other,1,2,3\n", to: "2.csv")
            #expect(
                try await station.waymark("store", "import", first).errors.contains(
                    "warning: \(first):1: column \"manager\" is unknown and ignored"))
            let warned = try await station.waymark("store", "import", second)
            #expect(warned.output.hasPrefix("store a: is renamed from \"Alpha\" to \"Other\"\n"))
        }
    }
}
