import AppClips
import Faults
import Registry
import Testing

@Suite struct `A deployment's manifest` {
    private func manifest(schema: Int = 1, name: String = "egg", _ files: DeploymentManifest.Files)
        -> DeploymentManifest
    {
        DeploymentManifest(schema: schema, name: name, template: nil, apps: [], files: files)
    }

    @Test func `is read from JSON, with lists of files that may be left out`() throws {
        let text = """
            {"schema": 1, "name": "egg", "template": "https://example.com/{store}", "apps": ["TEAM.a.Clip"],
             "files": {"stores": ["stores.csv"], "batches": ["b/1.csv", "b/2.csv"]}, "comment": "later keys are ignored"}
            """
        let manifest = try JSON.value(text, as: DeploymentManifest.self)
        #expect(manifest.template == "https://example.com/{store}")
        #expect(manifest.apps == ["TEAM.a.Clip"])
        #expect(manifest.files == .init(stores: ["stores.csv"], batches: ["b/1.csv", "b/2.csv"]))
        #expect(manifest.registryFiles == ["stores.csv", "b/1.csv", "b/2.csv"])
        #expect(manifest.complaints.isEmpty)
        #expect(DeploymentManifest.fileName == "deployment.json")
    }

    @Test(arguments: [
        (#""protect": "lock", "files": {}"#, "protect", "protection"),
        (#""files": {"batch": ["signs.csv"]}"#, "batch", "batches"),
        (#""files": {}, "fullApp": ["T.egg"]"#, "fullApp", "fullApps"),
        (
            #""files": {}, "android": [{"package": "a.b", "fingerprints": [], "fingerprint": "A0"}]"#, "fingerprint",
            "fingerprints"
        ),
        (#""files": {}, "order": {"url": "https://egg.example/", "label": {}}"#, "label", "labels"),
    ])
    func `is refused for a key that is none of its own, where a person wrote it`(
        part: String, key: String, meant: String
    ) throws {
        let text = #"{"schema": 1, "name": "egg", "apps": [], \#(part)}"#
        let error = try #require(throws: DecodingError.self) {
            try JSON.value(text, as: HandWritten<DeploymentManifest>.self)
        }
        let reason = error.explanation(in: Array(text.utf8))
        #expect(reason.contains("the key \"\(key)\" is unknown; keys are: "), "\(reason)")
        #expect(reason.hasSuffix("; did you mean \"\(meant)\"?"), "\(reason)")
        #expect(try JSON.value(text, as: DeploymentManifest.self).name == "egg", "programs of later versions send more")
    }

    @Test func `may say how its chips are protected and what they show`() throws {
        let text = """
            {"schema": 1, "name": "egg", "apps": [], "protection": "lock", "mirror": "uid", "files": {}}
            """
        let manifest = try JSON.value(text, as: DeploymentManifest.self)
        #expect(manifest.rules == BatchRules(protection: .lock, mirror: .uid))
        let plain = try JSON.value(
            #"{"schema": 1, "name": "egg", "apps": [], "files": {}}"#, as: DeploymentManifest.self)
        #expect(plain.rules == .usual)
        #expect(throws: (any Error).self) {
            try JSON.value(text.replacing("lock", with: "weld"), as: DeploymentManifest.self)
        }
    }

    @Test func `names the full apps that App Clips belong to, and the oldest iOS`() throws {
        let text =
            #"{"schema": 1, "name": "egg", "apps": ["T.egg.Clip"], "fullApps": ["T.egg"], "minimumIOS": "16.4", "files": {}}"#
        let manifest = try JSON.value(text, as: DeploymentManifest.self)
        #expect(manifest.complaints == [] && manifest.profile.fullApp(ofClip: "T.egg.Clip") == "T.egg")
        #expect(manifest.profile.runsOnly(since: .opensWithoutAssociation))
        let other = try JSON.value(
            text.replacing("\"T.egg\"", with: "\"T.eg\"").replacing("16.4", with: "old"), as: DeploymentManifest.self)
        #expect(
            other.complaints == [
                "fullApps names \"T.eg\", with which none of apps begins: TEAMID.bundle is meant",
                "minimumIOS is \"old\", which is not a version such as 16.4",
            ])
        #expect(!other.profile.runsOnly(since: .opensWithoutAssociation))
    }

    @Test func `names apps for Android and where people order`() throws {
        let certificate = Array(repeating: "A0", count: 32).joined(separator: ":")
        let text = """
            {"schema": 1, "name": "egg", "apps": [], "files": {},
             "android": [{"package": "example.egg", "fingerprints": ["\(certificate)"]}],
             "order": {"url": "https://order.egg.example/{store}", "labels": {"EN": "Order"}}}
            """
        let manifest = try JSON.value(text, as: DeploymentManifest.self)
        #expect(manifest.complaints == [])
        #expect(manifest.profile.android == [AndroidApp(name: "example.egg", fingerprints: [certificate])])
        #expect(manifest.profile.order?.link(at: StoreID("a b"))?.text == "https://order.egg.example/a%20b")
        #expect(manifest.profile.order?.link(at: nil) == nil)
        let plain = try JSON.value(
            #"{"schema": 1, "name": "egg", "apps": [], "files": {}, "order": {"url": "https://egg.example/"}}"#,
            as: DeploymentManifest.self)
        #expect(plain.complaints == [] && plain.profile.order?.link(at: nil)?.text == "https://egg.example/")
    }

    @Test(arguments: [
        (
            #""android": [{"package": "egg", "fingerprints": ["PRINT"]}]"#,
            "the package \"egg\" of android is not a name"
        ),
        (
            #""android": [{"package": "example.1egg", "fingerprints": ["PRINT"]}]"#,
            "is not a name such as example.fruta"
        ),
        (
            #""android": [{"package": "example.egg/x", "fingerprints": ["PRINT"]}]"#,
            "is not a name such as example.fruta"
        ),
        (#""android": [{"package": "a.b", "fingerprints": []}]"#, "a.b has no fingerprints"),
        (
            #""android": [{"package": "a.b", "fingerprints": ["LOWER"]}]"#,
            "is not 32 bytes in capital hexadecimal digits"
        ),
        (
            #""android": [{"package": "a.b", "fingerprints": ["A0A0"]}]"#,
            "is not 32 bytes in capital hexadecimal digits"
        ),
        (#""android": [{"package": "a.b", "fingerprints": ["PRINT:A0"]}]"#, "has 33 bytes; SHA-256 has 32"),
        (#""android": [{"package": "a.b", "fingerprints": ["SHORT"]}]"#, "has 20 bytes: that of SHA-1 is not taken"),
        (
            #""android": [{"package": "a.b", "fingerprints": ["PRINT"]}, {"package": "a.b", "fingerprints": ["PRINT"]}]"#,
            "android names the package \"a.b\" twice"
        ),
        (#""order": {"url": "http://egg.example/"}"#, "the url of order does not begin with https://"),
        (#""order": {"url": "order here"}"#, "the url of order is not a URL template: "),
        (#""order": {"url": "https://egg.example/{tag}"}"#, "order has the variable tag in its url"),
        (
            #""order": {"url": "https://egg.example/", "labels": {"en": "x"}}"#,
            "names the language \"en\": two capitals"
        ),
        (#""order": {"url": "https://egg.example/", "labels": {"EN": ""}}"#, "in EN has 0 characters; 1 to 30 fit"),
    ])
    func `refuses what no landing page and no phone can use`(part: String, complaint: String) throws {
        let certificate = Array(repeating: "A0", count: 32).joined(separator: ":")
        let part = part.replacing("PRINT", with: certificate).replacing("LOWER", with: certificate.lowercased())
            .replacing(
                "SHORT", with: String(certificate.prefix(59)))
        let manifest = try JSON.value(
            #"{"schema": 1, "name": "egg", "apps": [], "files": {}, \#(part)}"#, as: DeploymentManifest.self)
        #expect(manifest.complaints.count == 1 && manifest.complaints[0].contains(complaint), "\(manifest.complaints)")
    }

    @Test(arguments: [
        ("16", false), ("16.3.1", false), ("16.4.1", true), ("26.0", true), ("15.9", false), ("9", false),
        ("16.", false),
        (".4", false), ("16.4.1.2", false), ("-16", false), ("", false), ("99999999", false),
    ])
    func `compares versions of iOS as numbers`(text: String, isNew: Bool) {
        let isAtLeast = SystemVersion(text).map { $0 >= SystemVersion(major: 16, minor: 4) } ?? false
        #expect(isAtLeast == isNew)
    }

    @Test(
        arguments: [
            "../stores.csv", "a/../../stores.csv", "a/..", "/etc/passwd", "./stores.csv", "a/./b.csv", "", "a//b.csv",
            "a/", "a\0.csv",
        ])
    func `is refused for a path that could leave the folder`(path: String) {
        for files in [
            DeploymentManifest.Files(stores: [path]), .init(experiences: [path]), .init(batches: [path]),
            .init(sightings: [path]), .init(confirmations: [path]),
        ] {
            #expect(manifest(files).complaints == ["the path \"\(path)\" leaves the deployment's folder"])
        }
    }

    @Test(arguments: ["stores.csv", "a/b/c.csv", "..stores.csv", "a/...csv", "서울/매장.csv"])
    func `takes paths inside the folder`(path: String) {
        #expect(manifest(.init(stores: [path])).complaints.isEmpty)
    }

    @Test(arguments: [0, 2])
    func `is refused for another schema`(schema: Int) {
        #expect(manifest(schema: schema, .init()).complaints == ["schema is \(schema), this version reads schema 1"])
    }

    @Test func `is refused for files named twice, whatever as`() {
        let files = DeploymentManifest.Files(
            stores: ["a.csv", "a.csv"], sightings: ["b.csv"], confirmations: ["b.csv"])
        #expect(
            manifest(files).complaints == ["the file \"a.csv\" is named twice", "the file \"b.csv\" is named twice"])
    }

    @Test func `is refused with everything that is wrong at once`() throws {
        let bad = manifest(schema: 2, name: " egg", .init(stores: ["../a.csv"]))
        let complaints = [
            "schema is 2, this version reads schema 1", "name begins or ends with white space",
            "the path \"../a.csv\" leaves the deployment's folder",
        ]
        #expect(bad.complaints == complaints)
        let error = try #require(throws: RegistryError.self) {
            try DeploymentFiles(manifest: bad, contents: [:]).read(known: [])
        }
        #expect(error.code == .badDeployment)
        #expect(error.reason == (complaints + ["the file \"../a.csv\" is missing"]).joined(separator: "\n"))
    }

    @Test(arguments: [#"{"name":"egg","apps":[],"files":{}}"#, #"{"schema":1,"name":"egg","apps":[]}"#, "[]"])
    func `is refused when it lacks what it must say`(text: String) {
        #expect(throws: DecodingError.self) { try JSON.value(text, as: DeploymentManifest.self) }
    }
}
