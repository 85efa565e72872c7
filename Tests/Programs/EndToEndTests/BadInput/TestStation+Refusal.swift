import ArgumentParsing
import Foundation
import TestBench
import Testing
import UnixSystem

@testable import waymark

extension TestStation {
    /// What the station holds: everything that `status` counts, the journal's length among it. Readers and
    /// conditions come and go by themselves, so they are left out.
    func holdings() async throws -> String {
        var document = try await waymark("status", "--json").document
        document["readers"] = nil
        document["conditions"] = nil
        let data = try JSONSerialization.data(withJSONObject: document, options: [.sortedKeys])
        return String(decoding: data, as: UTF8.self)
    }

    /// Runs a command that must be refused: nothing on standard output, three parts on standard error, this exit
    /// status, and the registry and its journal as they were.
    @discardableResult
    func refuses(
        _ arguments: [String], with status: Int32 = 1, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Complaint {
        let before = try await holdings()
        let ending = try await start(arguments).wait()
        #expect(ending.status == .exited(status), "\(ending)", sourceLocation: sourceLocation)
        #expect(ending.output.isEmpty, sourceLocation: sourceLocation)
        let promised = CommandTable.command(of: arguments).exitStatuses.map(\.rawValue)
        #expect(promised.contains(status), "its help does not list \(status)", sourceLocation: sourceLocation)
        #expect(try await holdings() == before, "something was changed", sourceLocation: sourceLocation)
        return try #require(Complaint(ending.errors), "\(ending)", sourceLocation: sourceLocation)
    }

    @discardableResult
    func refuses(
        _ arguments: String..., with status: Int32 = 1, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Complaint {
        try await refuses(arguments, with: status, sourceLocation: sourceLocation)
    }

    /// Stores, an experience and nothing else: enough for batches of a test's own.
    func takeInStores() async throws {
        try folder.write(Self.stores, to: "stores.csv")
        try folder.write(Self.experiences, to: "experiences.csv")
        try await waymark("store", "import", folder["stores.csv"])
        try await waymark("experience", "import", folder["experiences.csv"])
    }

    static let stores = """
        store,name,latitude,longitude,radius
        cupertino,Fruta Cupertino,37.3230,-122.0322,120
        san-francisco,Fruta San Francisco,37.7793,-122.4193,120
        cart,Fruta Cart,,,

        """

    static let experiences = """
        url,title,subtitle,action
        https://fruta.example/store/,Fruta,Order a smoothie,open

        """

    static let template = "https://fruta.example/store/{store}{?tag}"

    /// Creates a batch from lines of `tag,store,placement,medium,url`.
    func createBatch(_ name: String, _ lines: String...) async throws {
        let text = "tag,store,placement,medium,url\n" + lines.map { $0 + "\n" }.joined()
        let file = try folder.write(text, to: "\(name).csv")
        try await waymark("batch", "create", name, "--from", file, "--template", Self.template)
    }
}
