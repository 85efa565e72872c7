/// What the sources import, by target.
enum Imports {
    static let ofSources = found(in: "Sources")
    static let ofTests = found(in: "Tests")

    /// Only targets of this package, C libraries among them.
    static func ours(_ target: String, in imports: [String: Set<String>] = ofSources) -> Set<String> {
        imports[target, default: []].intersection(Manifest.names)
    }

    private static func found(in folder: String) -> [String: Set<String>] {
        let line =
            #/^[ \t]*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|typealias|func|let|var)\s+)?(\w+)/#
            .anchorsMatchLineEndings()
        var imports: [String: Set<String>] = [:]
        for file in (try? Repository.code(in: folder)) ?? [] {
            let modules = file.text.matches(of: line).map { String($0.1) }
            imports[file.target, default: []].formUnion(modules.map(target(ofModule:)))
        }
        return imports
    }

    /// `waymark_reader` is the module of the target `waymark-reader`.
    private static func target(ofModule module: String) -> String {
        Manifest.names.first { $0.replacing("-", with: "_") == module } ?? module
    }
}
