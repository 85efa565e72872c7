import Foundation
import TestBench

/// A chain's deployment: one experience for each store, each with a header image.
struct TestDeployment {
    let folder: TemporaryFolder
    let count: Int
    /// Has two parts on the strict server.
    let image = (0..<5_120).map { UInt8(truncatingIfNeeded: $0 * 7) }

    init(_ count: Int) throws {
        self.count = count
        folder = try TemporaryFolder()
        try folder.write(TestKey.pem, to: TestKey.fileName, mode: 0o600)
        try folder.write(image, to: "header.png")
        try folder.write(
            """
            {"schema": 1, "name": "chain", "apps": ["ABCDE12345.example.chain.Clip"], "files":
            {"stores": ["stores.csv"], "experiences": ["experiences.csv"], "batches": ["signs.csv"]}}
            """, to: "deployment.json")
        try writeSettings()
        let stores = (0..<count).map { "s\($0),Store \($0),37.3,-122.0,100,\($0) Main Street" }
        try folder.write(
            (["store,name,latitude,longitude,radius,address"] + stores).joined(separator: "\n") + "\n",
            to: "stores.csv")
        try folder.write(
            "tag,store,placement,medium,url\nT1,s0,door,nfc,https://chain.example/s/0?t=1\n", to: "signs.csv")
        try writeExperiences()
    }

    /// `first` is the URL of the first store's.
    func writeExperiences(
        subtitle: String = "Order here", first: String = "https://chain.example/s/0", image: String = "header.png",
        retired: Set<Int> = []
    ) throws {
        let rows = (0..<count).map { number in
            let url = number == 0 ? first : "https://chain.example/s/\(number)"
            return "\(url),Store \(number),\(subtitle),open,s\(number),\(image),EN,"
                + (retired.contains(number) ? "retired" : "active")
        }
        try folder.write(
            (["url,title,subtitle,action,store,image,language,status"] + rows).joined(separator: "\n") + "\n",
            to: "experiences.csv")
    }

    func writeSettings(_ further: String = "") throws {
        try folder.write(
            """
            {"schema": 1, "app": "1234567890", "clip": "example.chain.Clip", "businessCategory": "FOOD_AND_DRINK",
            "places": {"s0": {"mapAction": "RESTAURANT_ORDER_FOOD", "relationship": "OWNER",
            "displayPoint": {"coordinates": {"latitude": 37.3, "longitude": -122.0}, "source": "MANUALLY_PLACED"}}}\(further)}
            """, to: "appstore.json")
    }

    /// `waymark appstore VERB` for this deployment, started.
    func start(
        _ verb: String, _ server: StrictServer, _ further: [String] = [], timeout: Int = 30
    ) throws -> RunningProgram {
        try RunningProgram(
            .commandLine,
            [
                "appstore", verb, folder.path, "--key", folder[TestKey.fileName], "--issuer", TestKey.issuer,
                "--server", server.address, "--timeout", "\(timeout)",
            ] + further, environment: ["XDG_STATE_HOME": folder["state"]])
    }

    func run(
        _ verb: String, _ server: StrictServer, _ further: [String] = [], timeout: Int = 30
    ) async throws -> RunningProgram.Ending {
        try await start(verb, server, further, timeout: timeout).wait()
    }
}
