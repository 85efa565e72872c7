import AppClips
import Faults
import Foundation
import Registry
import Sites
import Testing

/// The files of a site.
struct SiteExportTests {
    private func export(
        _ experiences: [Experience], tags: [String] = [], existing: [UInt8]? = nil,
        profile: DeploymentProfile = Site.profile
    ) throws -> SiteExport {
        try SiteExport(
            deployments: [profile], experiences: experiences, tags: tags.compactMap { Site.tag($0) },
            existing: { _, path in path == AssociationFile.path ? existing : nil })
    }

    @Test func `each host has its association, and each path of an experience or a tag its page`() throws {
        let site = try export(
            [
                Site.experience("https://egg.example/store/"), Site.experience("https://www.egg.example/"),
                Site.experience("https://old.example/", status: .retired),
            ],
            tags: [
                "https://egg.example/store/oakland?tag=1", "https://egg.example/store/oakland?tag=2",
                "https://egg.example/store/caf%C3%A9", "https://nobody.example/",
            ])
        #expect(site.hosts == ["egg.example", "www.egg.example"])
        #expect(
            site.files.map(\.path) == [
                "egg.example/.well-known/apple-app-site-association", "egg.example/store/café/index.html",
                "egg.example/store/index.html", "egg.example/store/oakland/index.html",
                "www.egg.example/.well-known/apple-app-site-association", "www.egg.example/index.html",
            ])
        #expect(try AssociationFile(site.files[0].bytes).apps == [Site.app])
    }

    @Test func `a page names the store that all URLs of its path mean`() throws {
        let stores = ["oakland": "Egg Oakland", "gangnam": "에그 강남점"].compactMap { id, name in
            StoreID(id).map { Store(id: $0, name: name, region: nil, address: "1 <Main> Street") }
        }
        let site = try SiteExport(
            deployments: [Site.profile], stores: stores,
            templates: [
                try StoreTemplate("https://egg.example/{place}{?store,tag}"),
                try StoreTemplate("https://egg.example/store/{store}{?tag}"),
            ],
            experiences: [try Site.experience("https://egg.example/")],
            tags: [
                "https://egg.example/store/gangnam?tag=1", "https://egg.example/store/gangnam?tag=2",
                "https://egg.example/table?store=oakland", "https://egg.example/table?store=gangnam",
                "https://egg.example/counter?store=oakland",
            ].compactMap { Site.tag($0) }, existing: { _, _ in nil })
        func page(_ name: String) -> String {
            let file = site.files.first { $0.path == "egg.example/\(name)/index.html" }
            return String(decoding: file?.bytes ?? [], as: UTF8.self)
        }
        #expect(page("store/gangnam").contains("<b>에그 강남점</b> 1 &lt;Main&gt; Street"))
        #expect(page("counter").contains("<b>Egg Oakland</b>"))
        // One page for two stores: it can name neither.
        #expect(page("table").contains("<h1>Egg</h1>") && !page("table").contains("class=\"store\""))
    }

    @Test func `the same deployment gives the same bytes`() throws {
        let experiences = try (1...20).map { try Site.experience("https://egg.example/store/\($0)/") }
        #expect(try export(experiences) == export(experiences.reversed()))
    }

    @Test func `an association keeps its other sections and the App Clips of others`() throws {
        let existing =
            #"{"applinks":{"details":[{"appIDs":["A.b"],"components":[{"/":"/x"}]}]},"appclips":{"apps":["Z.other.Clip"],"note":1},"webcredentials":{"apps":["A.b"]}}"#
        let file = try AssociationFile(apps: [Site.app], merging: Array(existing.utf8))
        #expect(file.apps == [Site.app, "Z.other.Clip"])
        let json = try #require(try JSONSerialization.jsonObject(with: Data(file.bytes)) as? NSDictionary)
        let wanted: NSDictionary = [
            "applinks": ["details": [["appIDs": ["A.b"], "components": [["/": "/x"]]]]],
            "appclips": ["apps": [Site.app, "Z.other.Clip"], "note": 1], "webcredentials": ["apps": ["A.b"]],
        ]
        #expect(json == wanted)
        // Once more changes nothing.
        #expect(try AssociationFile(apps: [Site.app], merging: file.bytes) == file)
    }

    @Test func `a full app gets the URLs of its App Clip beside the entries of others`() throws {
        let profile = DeploymentProfile(name: "egg", apps: [Site.app], fullApps: ["ABCDE12345.example.egg"])
        let existing = """
            {"applinks":{"details":[{"appIDs":["A.b"],"components":[{"/":"/x"}]},{"appID":"C.d","paths":["NOT /y","*"]}],
             "apps":[]},"appclips":{"apps":["Z.other.Clip"]}}
            """
        let experiences = try [
            Site.experience("https://egg.example/store/"), Site.experience("https://egg.example/menu"),
        ]
        let site = try export(experiences, existing: Array(existing.utf8), profile: profile)
        let file = try AssociationFile(site.files[0].bytes)
        func opens(_ path: String, _ app: String) throws -> Bool {
            file.links.opens(try InvocationURL("https://egg.example\(path)"), in: app)
        }
        let full = "ABCDE12345.example.egg"
        #expect(try opens("/store/7?tag=1", full) && opens("/menu", full) && opens("/menu/2", full))
        #expect(try !opens("/x", full) && opens("/x", "A.b") && !opens("/y", "C.d") && opens("/z", "C.d"))
        // Once more changes nothing, and another set of experiences takes the place of the first.
        #expect(try export(experiences, existing: site.files[0].bytes, profile: profile).files[0] == site.files[0])
        let fewer = try export([experiences[0]], existing: site.files[0].bytes, profile: profile)
        let links = try AssociationFile(fewer.files[0].bytes).links
        #expect(!links.opens(try InvocationURL("https://egg.example/menu"), in: full))
        #expect(links.details.count == 3)
        // Without a full app there is no word about links.
        let text = String(decoding: try export(experiences).files[0].bytes, as: UTF8.self)
        #expect(!text.contains("applinks"))
    }

    @Test(arguments: ["<html>", "[]", #"{"appclips":{"apps":"A.b"}}"#, #"{"appclips":[]}"#])
    func `a file that is no association is not overwritten`(existing: String) throws {
        let error = #expect(throws: SiteError.self) {
            try AssociationFile(apps: [Site.app], merging: Array(existing.utf8))
        }
        #expect(error?.code == .badAssociation)
    }

    @Test func `a page holds the banner, and nothing in it can become markup`() throws {
        let experience = try Site.experience(
            "https://egg.example/", title: "<script>\"'&", language: "\"><b")
        let page = LandingPage(
            PageContent(experience, banner: SmartAppBanner(app: Site.app, appStoreID: "1500000009"))
        ).html
        #expect(
            page.contains(
                #"<meta name="apple-itunes-app" content="app-id=1500000009, app-clip-bundle-id=example.egg.Clip, app-clip-display=card">"#
            ))
        #expect(page.contains("<h1>&lt;script&gt;&quot;&#39;&amp;</h1>"))
        #expect(page.contains(#"<html lang="&quot;&gt;&lt;b">"#))
        #expect(!page.contains("<script>") && !page.contains("\"><b"))
    }

    @Test(arguments: [
        "https://egg.example/a%2Fb", "https://egg.example/%00", "https://egg.example/.well-known/x",
        "https://egg.example/%2E%2E/%2E%2E/etc",
    ])
    func `a path that could leave the folder makes no page`(url: String) throws {
        // Registered as it stands, so that nothing else refuses it.
        let error = #expect(throws: SiteError.self) { try export([Site.experience(url)]) }
        #expect(error?.code == .badPath)
    }

    @Test func `a page names its card's picture, which is among the files`() throws {
        let old = try Site.experience("https://egg.example/")
        let experience = Experience(url: old.url, card: old.card, image: "pictures/ä \"1\".png")
        let site = try SiteExport(
            deployments: [Site.profile], experiences: [experience], tags: [],
            pictures: { $0 == experience.image ? [1] : nil },
            existing: { _, _ in nil })
        let name = "app-clip-cards/pictures-___1_.png"
        #expect(site.files.map(\.path).contains("egg.example/\(name)"))
        let page = site.files.first { $0.path == "egg.example/index.html" }
        let html = String(decoding: page?.bytes ?? [], as: UTF8.self)
        #expect(html.contains("<meta property=\"og:image\" content=\"https://egg.example/\(name)\">"))
        #expect(!String(decoding: try export([experience]).files[1].bytes, as: UTF8.self).contains("og:image"))
    }

    @Test func `without an App Clip nothing is made`() throws {
        let experiences = try [Site.experience("https://egg.example/")]
        let error = #expect(throws: SiteError.self) {
            try export(experiences, profile: DeploymentProfile(name: "egg"))
        }
        #expect(error?.code == .incomplete)
    }

    @Test func `without an App Store number the association is made, and pages without a banner`() throws {
        let site = try export(
            [Site.experience("https://egg.example/")], profile: DeploymentProfile(name: "egg", apps: [Site.app]))
        #expect(
            site.files.map(\.path) == ["egg.example/.well-known/apple-app-site-association", "egg.example/index.html"])
        #expect(try AssociationFile(site.files[0].bytes).apps == [Site.app])
        let page = String(decoding: site.files[1].bytes, as: UTF8.self)
        #expect(!page.contains("apple-itunes-app") && !page.contains("apps.apple.com"))
        #expect(page.contains("</style>\n</head>") && page.hasSuffix("</main>\n</body>\n</html>\n"))
        #expect(site.unnumbered == [Site.app])
        #expect(try export([Site.experience("https://egg.example/")]).unnumbered == [])
    }
}
