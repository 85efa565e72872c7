import AppClips
import CSV
import Faults
import Registry
import Testing

@Suite struct `The files of a deployment` {
    private static let stores = "store,name,latitude,longitude,radius\ncupertino,Cupertino,37.3,-122,100\n"
    private static let experiences = "url,title,subtitle,action\nhttps://example.com/store/,T,S,open\n"
    private static let batch = "tag,store,placement,medium\n1,cupertino,door,nfc\n"
    private static let template = "https://example.com/store/{store}{?tag}"

    private static let files = DeploymentManifest.Files(
        stores: ["stores.csv"], experiences: ["experiences.csv"], batches: ["batches/opening.csv"],
        sightings: ["walks/monday.csv"])

    private static let contents = [
        "stores.csv": stores, "experiences.csv": experiences, "batches/opening.csv": batch,
    ]

    private func read(
        files: DeploymentManifest.Files = files, template: String? = template, contents: [String: String] = contents,
        known: [Store] = []
    ) throws -> (deployment: LoadedDeployment, warnings: [FileProblem]) {
        let manifest = DeploymentManifest(name: "egg", template: template, apps: [], files: files)
        return try DeploymentFiles(manifest: manifest, contents: contents.mapValues { Array($0.utf8) }).read(
            known: known)
    }

    /// What a deployment is refused with, one reason per line.
    private func reasons(_ body: () throws -> Void) throws -> [String] {
        let error = try #require(throws: RegistryError.self) { try body() }
        #expect(error.code == .badDeployment)
        #expect(error.message == "deployment egg is refused")
        #expect(error.next == "correct deployment.json or the files it names; nothing was loaded")
        return error.reason.split(separator: "\n").map(String.init)
    }

    @Test func `give stores, experiences and batches; evidence for audits is not read`() throws {
        let (deployment, warnings) = try read()
        #expect(deployment.name == "egg")
        #expect(deployment.template == Self.template)
        #expect(deployment.stores.map(\.id.text) == ["cupertino"])
        #expect(deployment.experiences.map(\.url.text) == ["https://example.com/store/"])
        #expect(deployment.batches.map(\.name.text) == ["opening"])
        #expect(deployment.batches.flatMap(\.tags).map(\.url) == ["https://example.com/store/cupertino?tag=1"])
        #expect(warnings.isEmpty)
    }

    @Test func `may name stores that the registry knows already`() throws {
        var files = Self.contents
        files["batches/opening.csv"] = Self.batch + "2,berkeley,door,nfc\n"
        let found = try problems { _ = try read(contents: files) }
        #expect(found == ["batches/opening.csv:3: store \"berkeley\" is not known in deployment egg"])
        let known = try read(
            contents: files, known: [Store(id: #require(StoreID("berkeley")), name: "Berkeley", region: nil)])
        #expect(known.deployment.batches.first?.tags.count == 2)
    }

    @Test func `are refused with the path of a bad file`() throws {
        var files = Self.contents
        files["stores.csv"] = Self.stores + "b,B,37,-122,501\n"
        let found = try problems { _ = try read(contents: files) }
        #expect(
            found == ["stores.csv:3: radius 501 m is above the limit of 500 m of App Clip location confirmation"])
    }

    @Test func `are refused when one is missing`() throws {
        #expect(
            try reasons { _ = try read(contents: [:]) } == [
                "the file \"stores.csv\" is missing", "the file \"experiences.csv\" is missing",
                "the file \"batches/opening.csv\" is missing",
            ])
    }

    @Test(
        arguments: [
            ("stores", "more.csv", stores, "store \"cupertino\" is in two files"),
            ("experiences", "more.csv", experiences, "experience \"https://example.com/store/\" is in two files"),
            ("batches", "more.csv", batch, "tag \"1\" is in two files"),
            (
                "batches", "old/opening.csv", "tag,store,placement,medium\n2,cupertino,door,nfc\n",
                "batch \"opening\" is in two files"
            ),
        ])
    func `are refused when two say the same thing`(kind: String, path: String, text: String, reason: String) throws {
        let files = DeploymentManifest.Files(
            stores: Self.files.stores + (kind == "stores" ? [path] : []),
            experiences: Self.files.experiences + (kind == "experiences" ? [path] : []),
            batches: Self.files.batches + (kind == "batches" ? [path] : []))
        let contents = Self.contents.merging([path: text]) { $1 }
        #expect(try reasons { _ = try read(files: files, contents: contents) } == [reason])
    }

    @Test func `are refused for a template that cannot be read backwards`() throws {
        let found = try reasons { _ = try read(template: "https://example.com/{store}{tag}") }
        #expect(found.count == 1)
        #expect(found.first?.contains("https://example.com/{store}{tag}") == true)
    }

    @Test func `are refused when a batch needs a template and there is none`() throws {
        let found = try problems { _ = try read(template: nil) }
        #expect(found == ["batches/opening.csv:2: there is no url and no template to make one from"])
    }

    @Test func `are refused for a batch file whose name cannot be a batch's`() throws {
        let path = "batches/ .csv"
        let files = DeploymentManifest.Files(stores: ["stores.csv"], batches: [path])
        let found = try reasons {
            _ = try read(files: files, contents: Self.contents.merging([path: Self.batch]) { $1 })
        }
        #expect(found == ["\" \", the name of batches/ .csv, cannot be a batch's name"])
    }
}
