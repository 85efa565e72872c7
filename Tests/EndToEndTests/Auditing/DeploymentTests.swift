import Foundation
import TestBench
import Testing

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

    @Test func `a deployment that changes another's store says so`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Repository.path("tags/fruta"))
            let ending = try await station.waymark("deployment", "load", Repository.path("tags/brightegg"))
            #expect(
                ending.errors
                    == "warning: store cupertino was \"Fruta Cupertino\" and is now \"Bright Egg Café Cupertino\"\n")
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
