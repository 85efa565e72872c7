import Foundation
import TestBench
import Testing
import UnixSystem

/// Loading a deployment, once and again.
@Suite(.timeLimit(.minutes(10)), .needs(.curl)) struct DeploymentTests {
    @Test(arguments: ["tags/fruta", "tags/brightegg"])
    func `loading twice is loading once`(name: String) async throws {
        try await TestStation.run { station in
            let folder = Repository.path(name)
            let first = try await station.waymark("deployment", "load", folder)
            let before = try await contents(of: station)
            let second = try await station.waymark("deployment", "load", folder)
            #expect(second.output == first.output && second.errors.isEmpty)
            #expect(try await contents(of: station) == before)
            #expect(try await station.journal("deployment-loaded").count == 2)
        }
    }

    @Test func `loading says what is for audits and stays out of the registry`() async throws {
        try await TestStation.run { station in
            let manifest = """
                {"schema": 1, "name": "d", "template": null, "apps": [], "files": {"stores": ["stores.csv"], \
                "experiences": [], "batches": [], "sightings": ["walk.csv"], "confirmations": ["said.csv"]}}
                """
            try station.folder.write(manifest, to: "deployment.json")
            try station.folder.write("store,name,latitude,longitude,radius\na,A,1,2,50\n", to: "stores.csv")
            let folder = station.folder["."]
            let ending = try await station.waymark("deployment", "load", folder)
            #expect(
                ending.output.hasSuffix(
                    "2 files of sightings and confirmations not loaded; to audit them: waymark audit --sightings "
                        + "\(folder)/walk.csv --confirmations \(folder)/said.csv\n"))
        }
    }

    @Test func `loading again leaves what was printed as it is`() async throws {
        try await TestStation.run { station in
            let folder = Repository.path("tags/fruta")
            try await station.waymark("deployment", "load", folder)
            try await station.waymark("sheet", "fruta-qr", "--stock", "22805", "--output", station.folder["s.pdf"])
            let before = try await contents(of: station)
            try await station.waymark("deployment", "load", folder)
            #expect(try await contents(of: station) == before)
        }
    }

    @Test func `two deployments keep their stores of one identifier`() async throws {
        try await TestStation.run { station in
            for name in ["tags/fruta", "tags/brightegg"] {
                let ending = try await station.waymark("deployment", "load", Repository.path(name))
                #expect(ending.errors.isEmpty)
            }
            let stores = try await station.waymark("store", "list", "--json").document["stores"] as? [[String: Any]]
            let shared = try #require(stores).filter { $0["id"] as? String == "cupertino" }
            #expect(shared.map { $0["deployment"] as? String } == ["brightegg", "fruta"])
            #expect(shared.map { $0["name"] as? String } == ["Bright Egg Café Cupertino", "Fruta Cupertino"])
            let match = try await station.waymark(
                "experience", "match", "https://fruta.example/store/cupertino?tag=q-cu-01")
            #expect(match.output.contains("store: cupertino of deployment fruta (by identifier)"))
            let rows = try station.folder.write("tag,store,placement,medium\nx-1,cupertino,door,qr\n", to: "x.csv")
            let create = ["batch", "create", "x", "--from", rows, "--template", "https://fruta.example/store/{store}"]
            let refused = try await station.start(create).wait()
            #expect(refused.status == .exited(1))
            #expect(refused.errors.contains("store \"cupertino\" is in several deployments (brightegg, fruta)"))
            try await station.waymark(create + ["--deployment", "fruta"], expecting: 0)
        }
    }

    @Test func `loading again takes new rows, names what stays, and can be tried`() async throws {
        try await TestStation.run { station in
            let folder = station.folder["egg"]
            try FileManager.default.copyItem(atPath: Repository.path("tags/brightegg"), toPath: folder)
            try await station.waymark("deployment", "load", folder)
            let batch = "\(folder)/batches/brightegg-qr.csv"
            let rows = try String(contentsOfFile: batch, encoding: .utf8)
            let revised = try station.folder.write(
                rows.split(separator: "\n").prefix(2).joined(separator: "\n").replacing(",door,", with: ",window,")
                    .replacing(",counter,", with: ",window,") + "\n", to: "revised.csv")
            _ = try await station.start(["batch", "revise", "brightegg-qr", "--from", revised]).wait()
            let first = try #require(rows.split(separator: "\n").dropFirst().first)
            let header = try #require(rows.split(separator: "\n").first).split(separator: ",").map(String.init)
            let column = try #require(header.firstIndex(of: "tag"))
            var new = first.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            let old = new[column]
            new[column] = "new-1"
            try (rows + new.joined(separator: ",") + "\n").write(toFile: batch, atomically: true, encoding: .utf8)
            let before = try await contents(of: station)
            let tried = try await station.waymark(["deployment", "load", folder, "--dry-run"], expecting: 3)
            #expect(try await contents(of: station) == before)
            let ending = try await station.waymark(["deployment", "load", folder], expecting: 3)
            for ending in [tried, ending] {
                #expect(ending.output.contains("  1 new tag\n"))
                #expect(ending.errors.contains("not taken: tag \(old) of batch brightegg-qr stays as it is: "))
            }
            #expect(try await station.waymark("tag", "show", "new-1").output.contains("planned"))
        }
    }

    @Test func `a region that moves away from tags that exist wants a confirmation`() async throws {
        try await TestStation.run { station in
            let folder = station.folder["fruta"]
            try FileManager.default.copyItem(atPath: Repository.path("tags/fruta"), toPath: folder)
            try await station.waymark("deployment", "load", folder)
            let stores = try String(contentsOfFile: "\(folder)/stores.csv", encoding: .utf8)
            try stores.replacing("37.3230", with: "37.3330").write(
                toFile: "\(folder)/stores.csv", atomically: true, encoding: .utf8)
            // No tag exists yet.
            let told = try await station.waymark(["deployment", "load", folder, "--dry-run"], expecting: 0)
            #expect(
                told.output.contains("store cupertino of deployment fruta: its region moves by 1.1 km\n"), "\(told)")
            try await station.waymark("sheet", "fruta-qr", "--stock", "22805", "--output", station.folder["s.pdf"])
            let before = try await contents(of: station)
            let refused = try await station.start(["deployment", "load", folder]).wait()
            #expect(refused.status == .exited(1))
            #expect(refused.errors.contains("tags are deployed there") && refused.errors.contains("--yes"))
            #expect(try await contents(of: station) == before)
            try await station.waymark(["deployment", "load", folder, "--yes"], expecting: 0)
            #expect(try await contents(of: station) != before)
        }
    }

    @Test func `a mistake is deleted after a question, and what was printed is not`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Repository.path("tags/fruta"))
            #expect(try await station.start(["batch", "delete", "fruta-nfc"]).wait().status == .exited(64))
            try await station.waymark(["batch", "delete", "fruta-nfc", "--yes"], expecting: 0)
            try await station.waymark("sheet", "fruta-qr", "--stock", "22805", "--output", station.folder["s.pdf"])
            let refused = try await station.start(["batch", "delete", "fruta-qr", "--yes"]).wait()
            #expect(refused.status == .exited(1) && refused.errors.contains("is printed"))
            let store = try await station.start(["store", "delete", "cupertino", "--yes"]).wait()
            #expect(store.status == .exited(1) && store.errors.contains("tags are for it"))
            let batches = try await station.waymark("batch", "list", "--json").document["batches"] as? [[String: Any]]
            #expect(batches?.count == 1)
        }
    }

    /// Everything but the journal.
    private func contents(of station: TestStation) async throws -> [String] {
        var answers: [String] = []
        for words in [["store", "list"], ["batch", "list"]] {
            answers.append(try await station.waymark(words + ["--json"], expecting: 0).output)
        }
        let batches = try await station.waymark("batch", "list", "--json").document["batches"] as? [[String: Any]]
        for batch in try #require(batches) {
            let name = try #require(batch["name"] as? String)
            answers.append(try await station.waymark("batch", "show", name, "--json").output)
        }
        return answers
    }
}
