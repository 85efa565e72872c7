import Foundation
import TestBench
import Testing

/// A deployment is taken whole or not at all, and nothing of it lies outside its folder.
@Suite(.timeLimit(.minutes(10))) struct DeploymentRefusalTests {
    /// A good deployment, to be spoiled in one place.
    private func deployment(in station: TestStation, stores: String = "stores.csv") throws -> String {
        let folder = station.folder["spring"]
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try station.folder.write(TestStation.stores, to: "spring/stores.csv")
        try station.folder.write(TestStation.experiences, to: "spring/experiences.csv")
        try station.folder.write("tag,store,placement,medium\nt1,cupertino,door,nfc\n", to: "spring/signs.csv")
        try manifest(stores: stores, in: station)
        return folder
    }

    private func manifest(stores: String, schema: Int = 1, in station: TestStation) throws {
        let files = "{\"stores\":[\"\(stores)\"],\"experiences\":[\"experiences.csv\"],\"batches\":[\"signs.csv\"]}"
        try station.folder.write(
            "{\"schema\":\(schema),\"name\":\"spring\",\"template\":\"\(TestStation.template)\",\"apps\":[],"
                + "\"files\":\(files)}\n",
            to: "spring/deployment.json")
    }

    @Test func `the deployment that is spoiled below is good`() async throws {
        try await TestStation.run { station in
            _ = try await station.waymark("deployment", "load", try deployment(in: station))
        }
    }

    @Test(arguments: ["../stores.csv", "/etc/hostname", "a/../../stores.csv", "./stores.csv"])
    func `a path that leaves the folder is refused`(path: String) async throws {
        try await TestStation.run { station in
            let folder = try deployment(in: station, stores: path)
            try station.folder.write(TestStation.stores, to: "stores.csv")
            let complaint = try await station.refuses("deployment", "load", folder)
            #expect(complaint.reasons == ["the path \"\(path)\" leaves the deployment's folder"])
        }
    }

    @Test func `a link that leaves the folder is refused`() async throws {
        try await TestStation.run { station in
            let folder = try deployment(in: station)
            let outside = try station.folder.write(TestStation.stores, to: "stores.csv")
            try FileManager.default.removeItem(atPath: "\(folder)/stores.csv")
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/stores.csv", withDestinationPath: outside)
            let complaint = try await station.refuses("deployment", "load", folder)
            #expect(complaint.reasons == ["it is a link that leaves the deployment's folder"])
        }
    }

    @Test func `a missing file is named`() async throws {
        try await TestStation.run { station in
            let folder = try deployment(in: station, stores: "shops.csv")
            let complaint = try await station.refuses("deployment", "load", folder)
            #expect(complaint.message.hasSuffix("\(folder)/shops.csv"))
            #expect(complaint.reasons == ["no such file or directory"])
        }
    }

    @Test(arguments: ["{", "[]", "{\"schema\":1}", "{\"schema\":\"1\",\"name\":\"x\",\"apps\":[],\"files\":{}}"])
    func `a manifest that is not the JSON of a deployment is refused`(text: String) async throws {
        try await TestStation.run { station in
            let folder = try deployment(in: station)
            try station.folder.write(text, to: "spring/deployment.json")
            let complaint = try await station.refuses("deployment", "load", folder)
            #expect(complaint.message == "\(folder)/deployment.json is refused")
        }
    }

    @Test func `a manifest of another schema is refused`() async throws {
        try await TestStation.run { station in
            let folder = try deployment(in: station)
            try manifest(stores: "stores.csv", schema: 2, in: station)
            let complaint = try await station.refuses("deployment", "load", folder)
            #expect(complaint.reasons == ["schema is 2, this version reads schema 1"])
        }
    }

    @Test func `a key that is misspelled refuses the deployment`() async throws {
        try await TestStation.run { station in
            let folder = try deployment(in: station)
            let misspelled = try station.folder.text("spring/deployment.json")
                .replacing("{\"schema\"", with: "{\"protect\":\"lock\",\"schema\"")
            try station.folder.write(misspelled, to: "spring/deployment.json")
            let complaint = try await station.refuses("deployment", "load", folder)
            #expect(
                complaint.reasons.joined().contains(
                    "the key \"protect\" is unknown; keys are: android, appStoreIDs, apps, "))
            #expect(complaint.reasons.joined().hasSuffix("did you mean \"protection\"?"), "\(complaint)")
        }
    }

    @Test func `a bad line in one file refuses all files`() async throws {
        try await TestStation.run { station in
            let folder = try deployment(in: station)
            try station.folder.write("tag,store,placement,medium\nt1,mars,door,nfc\n", to: "spring/signs.csv")
            let complaint = try await station.refuses("deployment", "load", folder)
            #expect(complaint.reasons == ["signs.csv:2: store \"mars\" is not known in deployment spring"])
        }
    }

    @Test func `an experience of another deployment refuses the deployment`() async throws {
        try await TestStation.run { station in
            let folder = try deployment(in: station)
            try await station.waymark("deployment", "load", folder)
            let other = try String(contentsOfFile: "\(folder)/deployment.json", encoding: .utf8)
                .replacing("\"spring\"", with: "\"summer\"")
            try station.folder.write(other, to: "spring/deployment.json")
            let complaint = try await station.refuses("deployment", "load", folder)
            #expect(
                complaint.reasons == ["it belongs to deployment spring, and a URL opens one experience only"])
        }
    }

    @Test func `a folder without a manifest is refused`() async throws {
        try await TestStation.run { station in
            let complaint = try await station.refuses("deployment", "load", station.folder.path)
            #expect(complaint.message.contains("deployment.json"))
        }
    }
}
