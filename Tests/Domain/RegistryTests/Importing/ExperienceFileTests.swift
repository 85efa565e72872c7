import AppClips
import CSV
import Registry
import Testing

@Suite struct `A file of experiences` {
    private func read(_ text: String) throws -> ImportedRows<Experience> {
        try ExperienceFile.read(Array(text.utf8), file: "experiences.csv")
    }

    @Test func `gives experiences, active unless it says otherwise`() throws {
        let imported = try read(
            """
            url,title,subtitle,action,store,image,language,status
            https://example.com/store/,Egg,Breakfast,open,,,,
            https://example.com/store/12,Flagship,"Chef, table",VIEW,12,egg.png,EN,Retired
            """)
        #expect(
            imported.rows == [
                Experience(
                    url: try InvocationURL("https://example.com/store/"),
                    card: try Card(title: "Egg", subtitle: "Breakfast", action: .open)),
                Experience(
                    url: try InvocationURL("https://example.com/store/12"),
                    card: try Card(title: "Flagship", subtitle: "Chef, table", action: .view), store: StoreName("12"),
                    image: "egg.png", language: "EN", status: .retired),
            ])
        #expect(imported.warnings.isEmpty)
    }

    @Test(
        arguments: [
            (",T,S,open,", "url is empty"),
            ("example.com/a,T,S,open,", "url \"example.com/a\": it has no scheme such as https:"),
            (
                "https://example.com/a b,T,S,open,",
                "url \"https://example.com/a b\": byte 22 is a space or a control character"
            ),
            ("https://example.com/1,T,S,open,", "url \"https://example.com/1\" is already on line 2"),
            ("https://example.com/2,,S,open,", "title is empty"),
            (
                "https://example.com/2,\(String(repeating: "t", count: 31)),S,open,",
                "title has 31 characters, at most 30 are allowed"
            ),
            ("https://example.com/2,T,,open,", "subtitle is empty"),
            (
                "https://example.com/2,T,\(String(repeating: "s", count: 57)),open,",
                "subtitle has 57 characters, at most 56 are allowed"
            ),
            ("https://example.com/2,T,S,,", "action is empty"),
            ("https://example.com/2,T,S,buy,", "action \"buy\" is none of: view, play, open"),
            ("https://example.com/2,T,S,open,paused", "status \"paused\" is none of: active, retired"),
        ])
    func `is refused whole for a bad row, which is named`(row: String, reason: String) throws {
        let text = "url,title,subtitle,action,status\nhttps://example.com/1,T,S,open,\n\(row)\n"
        #expect(try problems { _ = try read(text) } == ["experiences.csv:3: \(reason)"])
    }

    @Test func `is refused for a missing column`() throws {
        let found = try problems { _ = try read("url,title,subtitle\n") }
        #expect(found == ["experiences.csv:1: column action is missing"])
    }

    @Test func `takes the longest card that Apple allows, counted as people count`() throws {
        let title = String(repeating: "é", count: 30)
        let subtitle = String(repeating: "👩‍🍳", count: 56)
        let imported = try read("url,title,subtitle,action\nhttps://example.com/,\(title),\(subtitle),play\n")
        #expect(imported.rows.first?.card.subtitle.count == 56)
    }
}
