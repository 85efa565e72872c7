import AppClips
import Faults
import Foundation
import Sites
import Testing

/// What an export makes of the site association that is there, and how large it may become.
struct AssociationFileTests {
    private static let added = ["A.new": [LinkComponent(path: "/z")]]

    private func file(_ links: [String: [LinkComponent]], merging text: String) throws -> AssociationFile {
        try AssociationFile(apps: [Site.app], links: links, merging: Array(text.utf8))
    }

    private func json(_ bytes: some Sequence<UInt8>) throws -> NSDictionary {
        try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary)
    }

    private static func association(_ applinks: String) -> String {
        #"{"appclips":{"apps":["\#(Site.app)"]},"applinks":\#(applinks)}"#
    }

    @Test func `the form of 2015 is kept as entries`() throws {
        let old = Self.association(#"{"apps":[],"details":{"C.d":{"paths":["NOT /y","*"]},"A.b":{"paths":["/x"]}}}"#)
        let new = try file(Self.added, merging: old)
        #expect(new.links.details.map(\.apps) == [["A.b"], ["C.d"], ["A.new"]])
        func opens(_ path: String, _ app: String) throws -> Bool {
            new.links.opens(try InvocationURL("https://egg.example\(path)"), in: app)
        }
        #expect(try opens("/x", "A.b") && !opens("/z", "A.b") && opens("/z", "A.new"))
        #expect(try opens("/x", "C.d") && !opens("/y", "C.d"))
        // Nothing to add: it stays as it is.
        #expect(try json(file([:], merging: old).bytes) == json(old.utf8))
    }

    @Test(arguments: [
        "7", "[]", "null", #"{"details":7}"#, #"{"details":null}"#, #"{"details":[{"appID":"A.b"},7]}"#,
        #"{"details":{"A.b":["/x"]}}"#,
    ])
    func `what cannot be read is refused, or stays as it is`(applinks: String) throws {
        let old = Self.association(applinks)
        let error = #expect(throws: SiteError.self) { try file(Self.added, merging: old) }
        #expect(error?.code == .badAssociation && error?.reason.contains("applinks") == true)
        #expect(try json(file([:], merging: old).bytes) == json(old.utf8))
        #expect(try json(file(["A.new": []], merging: old).bytes) == json(old.utf8))
    }

    @Test func `components of an app are taken away, and those of another app in the same entry stay`() throws {
        let links = [LinkComponent(path: "/a/*")]
        let both = try AssociationFile(apps: [Site.app], links: ["A.a": links, "B.b": links], merging: nil)
        #expect(both.links.details.map(\.apps) == [["A.a", "B.b"]])
        let one = try AssociationFile(apps: [], links: ["A.a": []], merging: both.bytes)
        #expect(one.links.details.map(\.apps) == [["B.b"]] && one.links.details[0].components == links)
        #expect(try AssociationFile(apps: [], links: ["B.b": []], merging: one.bytes).links.details == [])
    }

    private static func components(_ count: Int) -> [LinkComponent] {
        (0..<count).map { LinkComponent(path: "/store/number-\($0)/*") }
    }

    @Test func `a file that would be too large is written compactly, and the next export knows its own`() throws {
        let many = Self.components(3_000)
        let file = try AssociationFile(apps: [Site.app], links: ["A.b": many], merging: nil)
        #expect(file.bytes.count <= AssociationFile.sizeLimit)
        #expect(file.links.details.map(\.components) == [many])
        #expect(try AssociationFile(file.bytes) == file)
        #expect(try AssociationFile(apps: [Site.app], links: ["A.b": many], merging: file.bytes) == file)
        // What was added by hand stays: behind the others, or with a comment.
        var root = try #require(try JSONSerialization.jsonObject(with: Data(file.bytes)) as? [String: Any])
        var section = try #require(root["applinks"] as? [String: Any])
        var entry = try #require((section["details"] as? [[String: Any]])?.first)
        var components = try #require(entry["components"] as? [[String: Any]])
        components.append(["/": "/last"])
        components.insert(["/": "/mine", "comment": "mine", "exclude": true], at: 1_000)
        entry["components"] = components
        section["details"] = [entry]
        root["applinks"] = section
        let edited = Array(try JSONSerialization.data(withJSONObject: root))
        let fewer = try AssociationFile(apps: [], links: ["A.b": Array(many.prefix(2))], merging: edited)
        let paths = fewer.links.details.map { $0.components.map { $0.path ?? "" } }
        #expect(paths == [["/mine", "/last"], ["/store/number-0/*", "/store/number-1/*"]])
        #expect(try AssociationFile(apps: [], links: ["A.b": []], merging: fewer.bytes).links.details.count == 1)
    }

    @Test func `a file that Apple would not take is not made, and not read`() throws {
        let made = #expect(throws: SiteError.self) {
            try AssociationFile(apps: [Site.app], links: ["A.b": Self.components(10_000)], merging: nil)
        }
        #expect(made?.code == .badAssociation && made?.next.hasPrefix("register one URL that many") == true)
        #expect(made?.reason.hasSuffix("bytes, and Apple takes at most 131072") == true)
        let good = Array(Self.association("{}").utf8)
        let limit = AssociationFile.sizeLimit
        let padded = good + Array(repeating: 0x20, count: limit - good.count)
        #expect(try AssociationFile(padded).apps == [Site.app])
        let read = #expect(throws: SiteError.self) { try AssociationFile(padded + [0x20]) }
        #expect(read?.reason == "it has 131073 bytes, and Apple takes at most 131072")
    }
}
