import AppClips
import Faults
import Foundation
import Registry
import Sites
import Testing

/// What people see without App Clips.
struct LandingPageTests {
    private static let android = AndroidApp(name: "example.egg", fingerprints: [])

    private func export(
        order: WebOrder? = nil, android: [AndroidApp] = [], translations: [String: [String: PageTranslation]] = [:],
        language: String? = nil, existing: [UInt8]? = nil
    ) throws -> [String: String] {
        let profile = DeploymentProfile(
            name: "egg", template: "https://egg.example/store/{store}{?tag}", apps: [Site.app],
            appStoreIDs: [Site.app: "1500000009"], android: android, order: order)
        let stores = [StoreID("oakland").map { Store(id: $0, name: "Egg Oakland", region: nil) }].compactMap { $0 }
        let site = try SiteExport(
            deployments: [profile], stores: stores,
            templates: [try StoreTemplate("https://egg.example/store/{store}{?tag}")],
            experiences: [try Site.experience("https://egg.example/store/", language: language)],
            tags: [Site.tag("https://egg.example/store/oakland?tag=1")].compactMap { $0 },
            translations: translations,
            existing: { _, path in path == AssetLinksFile.path ? existing : nil })
        return Dictionary(uniqueKeysWithValues: site.files.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) })
    }

    @Test func `a page leads to the order, the App Store and Google Play, in that order`() throws {
        let files = try export(
            order: WebOrder(url: "https://order.egg.example/{store}", labels: ["EN": "Order <online>"]),
            android: [Self.android])
        let page = try #require(files["egg.example/store/oakland/index.html"])
        #expect(
            page.contains(
                """
                <div class="links">
                <a class="first" href="https://order.egg.example/oakland">Order &lt;online&gt;</a>
                <a href="https://apps.apple.com/app/id1500000009">App Store</a>
                <a href="https://play.google.com/store/apps/details?id=example.egg">Google Play</a>
                </div>
                """), "\(page)")
        // Without a store the order has no address.
        let chain = try #require(files["egg.example/store/index.html"])
        #expect(
            !chain.contains("order.egg.example") && chain.contains("<a class=\"first\" href=\"https://apps.apple.com"))
        for text in [page, chain] { #expect(!text.contains("<script") && !text.contains("<nav>")) }
        #expect(files["egg.example/.well-known/assetlinks.json"]?.contains("example.egg") == true)
        #expect(try export()["egg.example/.well-known/assetlinks.json"] == nil)
    }

    @Test func `a link without a label in the page's language shows its host`() throws {
        let order = WebOrder(url: "https://order.egg.example/menu{?store}", labels: ["KO": "주문"])
        let files = try export(order: order)
        #expect(files["egg.example/store/index.html"]?.contains("menu\">order.egg.example</a>") == true)
        #expect(files["egg.example/store/oakland/index.html"]?.contains("menu?store=oakland\">order") == true)
    }

    @Test func `each language has a page, and each names the others`() throws {
        let url = "https://egg.example/store/"
        let files = try export(
            order: WebOrder(url: "https://order.egg.example/", labels: ["DE": "Bestellen", "EN": "Order"]),
            translations: [
                url: [
                    "DE": PageTranslation(title: "Ei", subtitle: "Frühstück"),
                    "AR": PageTranslation(title: "بيضة", subtitle: "فطور"),
                    "EN": PageTranslation(title: "not this", subtitle: "nor this"),
                ]
            ], language: "EN")
        #expect(
            files.keys.filter { $0.hasSuffix(".html") }.sorted() == [
                "egg.example/store/index.ar.html", "egg.example/store/index.de.html", "egg.example/store/index.html",
                "egg.example/store/oakland/index.ar.html", "egg.example/store/oakland/index.de.html",
                "egg.example/store/oakland/index.html",
            ])
        let english = try #require(files["egg.example/store/oakland/index.html"])
        let german = try #require(files["egg.example/store/oakland/index.de.html"])
        let arabic = try #require(files["egg.example/store/oakland/index.ar.html"])
        let alternates = """
            <link rel="alternate" hreflang="en" href="https://egg.example/store/oakland">
            <link rel="alternate" hreflang="ar" href="https://egg.example/store/oakland/index.ar.html">
            <link rel="alternate" hreflang="de" href="https://egg.example/store/oakland/index.de.html">
            <link rel="alternate" hreflang="x-default" href="https://egg.example/store/oakland">
            """
        for page in [english, german, arabic] { #expect(page.contains(alternates), "\(page)") }
        #expect(english.contains("<html lang=\"en\">") && english.contains("<h1>Egg</h1>"))
        #expect(german.contains("<html lang=\"de\">") && german.contains("<h1>Ei</h1>\n<p>Frühstück</p>"))
        #expect(german.contains(">Bestellen</a>") && german.contains("<b>Egg Oakland</b>"))
        #expect(arabic.contains("<html lang=\"ar\" dir=\"rtl\">"))
        #expect(
            german.contains(
                """
                <nav>
                <a href="https://egg.example/store/oakland" lang="en" hreflang="en">English</a>
                <a href="https://egg.example/store/oakland/index.ar.html" lang="ar" hreflang="ar">العربية</a>
                <b lang="de">Deutsch</b>
                </nav>
                """), "\(german)")
        // A path with its own slash gets no second one.
        #expect(
            files["egg.example/store/index.de.html"]?.contains("href=\"https://egg.example/store/index.ar.html\"")
                == true)
    }

    @Test func `a file for Android that cannot be merged is not overwritten`() throws {
        let error = #expect(throws: SiteError.self) {
            try export(android: [Self.android], existing: Array("<html>".utf8))
        }
        #expect(error?.code == .badAssetLinks)
    }
}
