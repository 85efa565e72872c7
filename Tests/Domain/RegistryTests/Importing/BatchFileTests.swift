import AppClips
import CSV
import Registry
import Testing
import TextCoding

@Suite struct `A batch file` {
    private static let template = "https://example.com/store/{store}{?placement,tag}"

    private func read(
        _ text: String, template: String? = BatchFileTests.template, stores: [String]? = nil
    ) throws -> ImportedBatch {
        try BatchFile.read(
            Array(text.utf8), file: "batch.csv", name: #require(BatchName("opening")),
            template: template.map { try URLTemplate($0) }, stores: stores.map { Set($0.compactMap { StoreID($0) }) })
    }

    private typealias BatchFileTests = `A batch file`

    @Test func `says that URLs with characters outside ASCII are carried percent-encoded`() throws {
        let imported = try read(
            """
            tag,store,placement,medium,url
            1,seoul,counter,nfc,https://example.com/카페/1
            2,seoul,door,qr,https://example.com/2
            3,seoul,bar,qr,https://example.com/카페/3
            """, template: nil)
        #expect(
            imported.batch.tags.map(\.url) == [
                "https://example.com/%EC%B9%B4%ED%8E%98/1", "https://example.com/2",
                "https://example.com/%EC%B9%B4%ED%8E%98/3",
            ])
        #expect(
            imported.warnings.map(\.description) == [
                "batch.csv:2: url has characters outside ASCII, and those of 1 other row: chips and codes carry them "
                    + "percent-encoded, here as https://example.com/%EC%B9%B4%ED%8E%98/1"
            ])
    }

    @Test func `refuses a host with characters outside ASCII`() throws {
        let error = try #require(throws: FileError.self) {
            try read("tag,store,placement,medium,url\n1,seoul,door,nfc,https://카페.example/1", template: nil)
        }
        #expect(
            error.problems.map(\.reason) == [
                "url \"https://카페.example/1\": its host has characters outside ASCII: write the host in its ASCII form, "
                    + "which begins with xn--"
            ])
    }

    @Test func `makes each tag's URL from the row or from the template`() throws {
        let imported = try read(
            """
            medium,tag,store,placement,url
            nfc,101,cupertino,counter,
            QR,102,cupertino,table 4,https://example.com/store/cupertino?tag=102&placement=table%204
            app-clip-code,103,seoul/1,창가,
            """)
        let batch = imported.batch
        #expect(batch.name.text == "opening")
        #expect(batch.template == Self.template)
        #expect(batch.tags.map(\.id.text) == ["101", "102", "103"])
        #expect(batch.tags.map(\.medium) == [.nfc, .qr, .appClipCode])
        #expect(batch.tags.allSatisfy { $0.state == .planned && $0.uid == nil && $0.batch == batch.name })
        #expect(
            batch.tags.map(\.url) == [
                "https://example.com/store/cupertino?placement=counter&tag=101",
                // The row's own, character for character.
                "https://example.com/store/cupertino?tag=102&placement=table%204",
                "https://example.com/store/seoul%2F1?placement=%EC%B0%BD%EA%B0%80&tag=103",
            ])
    }

    @Test func `is refused for a template that asks for what a tag does not have, once and not row by row`() throws {
        let template = "https://example.com/{city}/{tag}"
        let text = "tag,store,placement,medium\n1,cupertino,door,qr\n2,cupertino,door,qr\n"
        #expect(
            try problems { _ = try read(text, template: template) } == [
                "batch.csv:2: the template \(template) asks for city, and a tag has "
                    + "store, tag, placement, medium, latitude, longitude"
            ])
    }

    @Test(
        arguments: [
            ("201,cupertino,counter,nfc,", nil, "there is no url and no template to make one from"),
            (
                "201,cupertino,counter,nfc,https://example.com/store/berkeley?placement=counter&tag=201",
                template, "the URL names store \"berkeley\", the row says \"cupertino\""
            ),
            (
                "201,cupertino,counter,nfc,https://example.com/store/cupertino?tag=202", template,
                "the URL names tag \"202\", the row says \"201\""
            ),
            (
                "201,cupertino,counter,nfc,https://example.com/store/cupertino?placement=door", template,
                "the URL names placement \"door\", the row says \"counter\""
            ),
            (
                "201,caf\u{E9},counter,nfc,https://example.com/store/cafe%CC%81?tag=201", template,
                "the URL names store \"cafe\u{301}\", the row says \"caf\u{E9}\""
            ),
            (
                "201,cupertino,counter,nfc,example.com", template,
                "url \"example.com\": it has no scheme such as https:"
            ),
            (",cupertino,counter,nfc,", template, "tag is empty"),
            ("201,,counter,nfc,", template, "store is empty"),
            ("201,cupertino,,nfc,", template, "placement is empty"),
            ("201,cupertino,table 4 ,nfc,", template, "placement begins or ends with white space"),
            ("201,cupertino,counter,,", template, "medium is empty"),
            ("201,cupertino,counter,paper,", template, "medium \"paper\" is none of: nfc, qr, app-clip-code"),
            ("100,cupertino,counter,nfc,", template, "tag \"100\" is already on line 2"),
            ("201,cupertino,counter,nfc", template, "4 fields where the header has 5"),
        ] as [(String, String?, String)])
    func `is refused whole for a bad row, which is named`(row: String, template: String?, reason: String) throws {
        let text = "tag,store,placement,medium,url\n100,cupertino,door,qr,https://other.example/\n\(row)\n"
        #expect(try problems { _ = try read(text, template: template) } == ["batch.csv:3: \(reason)"])
    }

    @Test func `is refused for a store that is not known, when the known ones are given`() throws {
        let text = "tag,store,placement,medium\n1,cupertino,door,nfc\n2,Cupertino,door,nfc\n3,paris,door,qr\n"
        #expect(try read(text).batch.tags.count == 3)
        let found = try problems { _ = try read(text, stores: ["cupertino"]) }
        #expect(
            found == [
                "batch.csv:3: store \"Cupertino\" is not known", "batch.csv:4: store \"paris\" is not known",
            ])
    }

    @Test func `names every wrong thing that a URL says`() throws {
        let text = "tag,store,placement,medium,url\n1,a,b,nfc,https://example.com/store/x?tag=z&placement=y\n"
        let found = try problems { _ = try read(text) }
        #expect(
            found == [
                "batch.csv:2: the URL names placement \"y\", the row says \"b\"",
                "batch.csv:2: the URL names store \"x\", the row says \"a\"",
                "batch.csv:2: the URL names tag \"z\", the row says \"1\"",
            ])
    }

    @Test func `may bring URLs that the template does not read`() throws {
        let text = "tag,store,placement,medium,url\n1,a,b,nfc,https://other.example/x\n"
        #expect(try read(text).batch.tags.first?.url == "https://other.example/x")
        #expect(try read(text, template: nil).batch.template == nil)
    }

    @Test func `may have unknown columns, which are warned of`() throws {
        let imported = try read("tag,store,placement,medium,note\n1,a,b,nfc,check the light\n")
        #expect(imported.warnings.map(\.description) == ["batch.csv:1: column \"note\" is unknown and ignored"])
    }

    @Test func `is refused for missing columns`() throws {
        let found = try problems { _ = try read("tag,url\n1,https://example.com/\n") }
        #expect(found == ["store", "placement", "medium"].map { "batch.csv:1: column \($0) is missing" })
    }
}
