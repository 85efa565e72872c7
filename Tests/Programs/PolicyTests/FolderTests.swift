import Testing

/// The folders inside a module, by the types that they declare and mention.
struct FolderTests {
    /// Which folders of a module mention types of which others; the module's root is "".
    private static func mentions(in module: String) throws -> [String: Set<String>] {
        let declaration =
            #/^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|final|indirect)\s+)*(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)/#
            .anchorsMatchLineEndings()
        let files = try Repository.code(in: "Sources/\(module)").map { file in
            let parts = file.path.dropFirst("Sources/\(module)/".count).split(separator: "/")
            let code = file.text.replacing(#/\/\/.*|"(?:\\.|[^"\\\n])*"/#, with: "")
            return (folder: parts.count > 1 ? String(parts[0]) : "", code: code)
        }
        var places: [String: String] = [:]
        for file in files {
            for match in file.code.matches(of: declaration) { places[String(match.1)] = file.folder }
        }
        var mentions: [String: Set<String>] = [:]
        for file in files {
            let words = Set(file.code.matches(of: #/\b[A-Z]\w*/#).map { String($0.0) })
            mentions[file.folder, default: []].formUnion(words.compactMap { places[$0] }.filter { $0 != file.folder })
        }
        return mentions
    }

    /// The folders from which a way leads back to themselves.
    private static func circle(in mentions: [String: Set<String>]) -> Set<String> {
        Set(
            mentions.keys.filter { start in
                var reached: Set<String> = []
                var next = mentions[start, default: []]
                while !next.isEmpty {
                    reached.formUnion(next)
                    next = Set(next.flatMap { mentions[$0, default: []] }).subtracting(reached)
                }
                return reached.contains(start)
            })
    }

    @Test(arguments: ["Auditing/Audit", "Auditing/AuditLedger", "Station/StationService"])
    func `the folders of a module form no circle`(module: String) throws {
        let mentions = try Self.mentions(in: module)
        #expect(mentions.count > 3)
        #expect(Self.circle(in: mentions) == [])
    }

    /// A chip's memory, its mirrors and its protection know one another; nothing at the root knows them and is known by them.
    @Test func `no circle of folders runs through the root of NFCTags`() throws {
        let mentions = try Self.mentions(in: "Writing/NFCTags")
        #expect(mentions.count > 5)
        #expect(!Self.circle(in: mentions).contains(""))
    }
}
