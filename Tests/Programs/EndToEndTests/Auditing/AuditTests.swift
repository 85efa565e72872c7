import Foundation
import TestBench
import Testing
import UnixSystem

/// Walks through stores, against the registry and on files alone.
@Suite(.timeLimit(.minutes(10))) struct AuditTests {
    private static let fruta = Repository.path("tags/fruta")
    private static let brightegg = Repository.path("tags/brightegg")
    private static let mixedUp = "\(fruta)/walks/mixed-up-printouts.csv"

    private func findings(_ ending: RunningProgram.Ending) throws -> [[String: Any]] {
        try #require(ending.document["findings"] as? [[String: Any]], "\(ending)")
    }

    private func onFiles(_ words: String...) async throws -> RunningProgram.Ending {
        try await RunningProgram(.commandLine, ["audit"] + words, environment: ["WAYMARK_SOCKET": "/nowhere"]).wait()
    }

    @Test func `mixed-up printouts are one swap, against the registry and on files alone`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.fruta)
            let registry = try await station.waymark("audit", "--sightings", Self.mixedUp, "--json", expecting: 2)
            let files = try await onFiles(
                "--stores", "\(Self.fruta)/stores.csv", "--experiences", "\(Self.fruta)/experiences.csv", "--tags",
                "\(Self.fruta)/batches/fruta-qr.csv", "--template", TestStation.template, "--sightings", Self.mixedUp,
                "--json")
            #expect(files.status == .exited(2))
            #expect(registry.errors.isEmpty && files.errors.isEmpty)
            #expect(try withoutDeployments(registry.document) == withoutDeployments(files.document))
            let found = try findings(registry)
            try #require(found.count == 1)
            #expect(found[0]["code"] as? String == "swapped" && found[0]["severity"] as? String == "critical")
            #expect(found[0]["stores"] as? [String] == ["cupertino", "san-francisco"])
            let wanted = ["cu", "sf"].flatMap { store in (1...8).map { "q-\(store)-0\($0)" } }
            #expect(found[0]["tags"] as? [String] == wanted)
        }
    }

    @Test func `one sign on the wrong door is one misplaced tag`() async throws {
        let words = [
            "--stores", "\(Self.brightegg)/stores.csv", "--experiences", "\(Self.brightegg)/experiences.csv",
            "--tags", "\(Self.brightegg)/batches/brightegg-qr.csv", "--template",
            "https://brighteggcafe.example/store/{store}{?placement,tag}", "--sightings",
            "\(Self.brightegg)/walks/one-on-the-wrong-door.csv",
        ]
        let files = try await RunningProgram(.commandLine, ["audit"] + words + ["--json=tags"]).wait()
        #expect(files.status == .exited(2))
        let found = try findings(files)
        #expect(found.map { $0["code"] as? String } == ["misplaced"])
        #expect(found.first?["stores"] as? [String] == ["berkeley", "palo-alto"])
        #expect(found.first?["tags"] as? [String] == ["116"])
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.brightegg)
            let registry = try await station.waymark(
                "audit", "--sightings", "\(Self.brightegg)/walks/one-on-the-wrong-door.csv", "--json=tags",
                expecting: 2)
            #expect(try withoutDeployments(registry.document) == withoutDeployments(files.document))
        }
    }

    /// What files alone cannot tell: to which deployment a store belongs.
    private func withoutDeployments(_ value: Any) throws -> Data {
        func stripped(_ value: Any) -> Any {
            if let list = value as? [Any] { return list.map(stripped) }
            guard let object = value as? [String: Any] else { return value }
            let rest = object.filter { !["deployment", "deployments", "foundDeployment"].contains($0.key) }
            return rest.mapValues(stripped)
        }
        return try JSONSerialization.data(withJSONObject: stripped(value), options: [.sortedKeys])
    }

    @Test func `the JSON of an audit is the contract's`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.brightegg)
            let walk = "\(Self.brightegg)/walks/one-on-the-wrong-door.csv"
            let plain = try await station.waymark("audit", "--sightings", walk, "--json", expecting: 2).document
            #expect(shape(plain) == ["schema": "number", "summary": "object", "findings": "list"])
            #expect(plain["schema"] as? Int == 1)
            let summary = try #require(plain["summary"] as? [String: Int])
            #expect(
                summary == [
                    "sightings": 5, "tags": 5, "chips": 0, "inside": 3, "outside": 1, "undecided": 0, "roaming": 1,
                    "noStore": 0, "unregistered": 0, "foreign": 0, "retired": 0, "visits": 5, "repeated": 0,
                    "leftOut": 0,
                    "confirmations": 0,
                ])
            for finding in try #require(plain["findings"] as? [[String: Any]]) {
                #expect(
                    shape(finding) == [
                        "code": "text", "severity": "text", "stores": "list", "tags": "list", "message": "text",
                        "next": "text", "evidence": "object", "deployments": "list",
                    ])
            }
            let detailed = try await station.waymark("audit", "--sightings", walk, "--json=tags", expecting: 2)
            let tags = try #require(detailed.document["tags"] as? [[String: Any]])
            #expect(tags.count == 5)
            let members = ["tag", "uid", "url", "store", "verdict", "probability", "distance", "foundStore"]
            for tag in tags {
                // The deployments of the two stores are there where there is one.
                #expect(Set(tag.keys).subtracting(["deployment", "foundDeployment"]) == Set(members))
                #expect(tag["deployment"] as? String == "brightegg")
                let verdict = tag["verdict"] as? String
                #expect(verdict.map { ["inside", "outside", "undecided"].contains($0) } ?? (tag["verdict"] is NSNull))
                #expect((tag["probability"] as? Double).map { (0...1).contains($0) } ?? (tag["probability"] is NSNull))
                #expect((tag["distance"] as? Double).map { $0 >= 0 } ?? (tag["distance"] is NSNull))
                #expect(tag["uid"] is NSNull, "nobody read a chip on this walk")
            }
            let cart = try #require(tags.first { $0["store"] as? String == "cart-1" })
            #expect(cart["verdict"] is NSNull && cart["distance"] is NSNull, "a roaming store has no place")
        }
    }

    @Test func `a walk without findings exits with 0`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.fruta)
            let walk = try station.folder.write(try Walk().text(), to: "walk.csv")
            let ending = try await station.waymark("audit", "--sightings", walk)
            #expect(ending.output.contains("No findings.") && ending.errors.isEmpty)
        }
    }

    @Test func `a batch is accepted by the sample that a plan draws, or not`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.fruta)
            let plan = station.folder["plan.csv"]
            let drawn = try await station.waymark(
                "audit", "plan", "--batch", "fruta-qr", "--limit", "10%", "--seed", "7", "--output", plan)
            #expect(drawn.output.contains("drawn by lot with seed 7"))
            let again = try await station.waymark(
                "audit", "plan", "--batch", "fruta-qr", "--limit", "10%", "--seed", "7", "--json")
            #expect(again.document["seed"] as? Int == 7)
            let sample = try #require(again.document["tags"] as? [String])
            let file = try String(contentsOfFile: plan, encoding: .utf8)
            let drawnTags = file.split(whereSeparator: \.isNewline).dropFirst().map { $0.prefix { $0 != "," } }
            #expect(drawnTags.map(String.init) == sample)

            let walk = try station.folder.write(try Walk().text(), to: "walk.csv")
            let good = try await station.waymark("audit", "--sightings", walk, "--plan", plan)
            #expect(good.output.contains("batch fruta-qr is accepted: none of the \(sample.count) tags"))
            #expect(good.output.contains("with 3 or more of 24 tags misplaced (more than 10 %), a sample of"))
            let one = try station.folder.write(try Walk().text(without: [sample[0]]), to: "one-less.csv")
            let open = try await station.waymark("audit", "--sightings", one, "--plan", plan, expecting: 3)
            #expect(open.output.contains("batch fruta-qr is not accepted yet: 1 of the \(sample.count) tags"))
            let bad = try await station.waymark("audit", "--sightings", Self.mixedUp, "--plan", plan, expecting: 2)
            #expect(bad.output.contains("batch fruta-qr is not accepted: "))
        }
    }

    @Test func `tags that are in service and were not seen are missing`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.fruta)
            try await station.waymark("sheet", "fruta-qr", "--stock", "22805", "--output", station.folder["s.pdf"])
            let text = try Walk().text(without: ["q-cu-03", "q-cu-05"])
            let walk = try station.folder.write(text, to: "walk.csv")
            let words = ["audit", "--sightings", walk, "--json"]
            let ending = try await station.waymark(words + ["--batch", "fruta-qr"], expecting: 2)
            let found = try findings(ending)
            #expect(found.map { $0["code"] as? String } == ["missing"])
            #expect(found.first?["tags"] as? [String] == ["q-cu-03", "q-cu-05"])
            // The NFC tags of the same stores are only planned: nobody misses them.
            try await station.waymark(words + ["--batch", "fruta-nfc"], expecting: 0)
        }
    }

    @Test(.needs(.curl)) func `an audit is in the journal and changes nothing else`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.fruta)
            let before = try await station.waymark("batch", "list", "--json").output
            try await station.waymark("audit", "--sightings", Self.mixedUp, "--batch", "fruta-qr", expecting: 2)
            let entry = try #require(try await station.journal("audited").first)
            #expect(entry["batch"] as? String == "fruta-qr" && entry["sightings"] as? Int == 24)
            #expect(entry["findings"] as? [String: Int] == ["swapped": 1] && entry["badRows"] as? Int == 0)
            #expect(try await station.waymark("batch", "list", "--json").output == before)
        }
    }
}
