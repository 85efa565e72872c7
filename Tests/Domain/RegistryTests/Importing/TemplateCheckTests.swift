import AppClips
import CSV
import Registry
import Testing

/// What is wrong with a template or a URL is told when a batch is made, not at the bench.
struct TemplateCheckTests {
    private static func read(_ rows: String, template: String?) throws -> ImportedBatch {
        try BatchFile.read(
            Array("tag,store,placement,medium,url\n\(rows)".utf8), file: "b.csv", name: #require(BatchName("b")),
            template: template.map { try URLTemplate($0) }, stores: nil)
    }

    @Test func `a template that asks for what no tag has is named once`() throws {
        let template = "https://x.example/{city}/{tag}"
        let found = try problems {
            _ = try Self.read("1,a,door,nfc,\n2,a,door,nfc,\n3,a,door,qr,\n", template: template)
        }
        #expect(
            found == [
                "b.csv:2: the template https://x.example/{city}/{tag} asks for city, and a tag has store, tag, placement, "
                    + "medium, latitude, longitude"
            ])
        // Rows with URLs of their own do not need it.
        let own = try Self.read("1,a,door,nfc,https://x.example/berlin/1\n", template: template)
        #expect(own.batch.tags.count == 1)
    }

    @Test(
        arguments: [
            (
                "https://x.example/menu",
                "the template https://x.example/menu gives every tag the same URL: it has no variable of a tag"
            ),
            (
                "http://x.example/{store}{?tag}",
                "the template http://x.example/{store}{?tag} does not begin with https: no App Clip opens from it"
            ),
            (
                "https://x.example/{store}{?tag,city}",
                "the template https://x.example/{store}{?tag,city} has the variable city, which stays empty: a tag has "
                    + "store, tag, placement, medium, latitude, longitude"
            ),
        ])
    func `a template that is doubtful is told once for the file`(template: String, warning: String) throws {
        let imported = try Self.read("1,a,door,nfc,\n2,a,door,nfc,\n", template: template)
        #expect(imported.warnings.map(\.description) == ["b.csv: \(warning)"])
    }

    @Test func `URLs of http are warned of with their rows`() throws {
        let rows = "1,a,door,nfc,http://x.example/1\n2,a,door,nfc,https://x.example/2\n"
        let warnings = try Self.read(rows, template: nil).warnings.map(\.description)
        #expect(
            warnings == ["b.csv:2: url \"http://x.example/1\" does not begin with https: no App Clip opens from it"])
        let experiences = "url,title,subtitle,action\nhttp://x.example/,T,S,open\n"
        #expect(try ExperienceFile.read(Array(experiences.utf8), file: "e.csv").warnings.map(\.line) == [2])
    }

    @Test func `a batch without rows is refused`() throws {
        #expect(
            try problems { _ = try Self.read("", template: nil) } == [
                "b.csv: it has no rows, and a batch has at least one tag"
            ])
    }

    @Test func `what a caller doubts is warned of with the row`() throws {
        let imported = try BatchFile.read(
            Array(
                "tag,store,placement,medium,url\n1,a,d,nfc,https://x.example/1\n2,a,d,nfc,https://x.example/2\n".utf8),
            file: "b.csv", name: #require(BatchName("b")), template: nil, stores: nil,
            doubt: { $0.id.text == "2" ? "it is too long" : nil })
        #expect(imported.warnings.map(\.description) == ["b.csv:3: it is too long"])
    }
}
