import Testing

/// What `Package.swift` declares. Its target lines are read as text: `swift package describe` would wait for the
/// build that runs these tests.
struct Manifest: Sendable {
    struct Target: Sendable, CustomTestStringConvertible {
        enum Kind: String, Sendable {
            case library
            case program
            case tests
            case testSupport
            case cLibrary

            /// The function of the manifest that declares one.
            init?(declaredBy function: String) {
                self.init(rawValue: function == "cxxLibrary" ? "cLibrary" : function)
            }
        }

        let kind: Kind
        let name: String
        /// The folder of `Sources` and `Tests` that it is in.
        let folder: String
        let dependencies: Set<String>
        /// The Debian package of a C library.
        let package: String?

        var testDescription: String { name }
    }

    static let targets: [Target] = {
        let line = #/(\w+)\(\s*"([^"]+)"(?:,\s*\[([^\]]*)\])?([^)\n]*)/#
        return declared.flatMap { folder, text in
            text.matches(of: line).compactMap { match in
                let (_, kind, name, dependencies, rest) = match.output
                return Target.Kind(declaredBy: String(kind)).map { kind in
                    Target(
                        kind: kind, name: String(name), folder: folder,
                        dependencies: Set(strings(in: dependencies ?? "")),
                        package: rest.firstMatch(of: #/package: "([^"]+)"/#).map { String($0.1) })
                }
            }
        }
    }()

    /// The folders of `Sources` and `Tests`, from the bottom up.
    static let folders = declared.map(\.folder)

    /// What is declared between one folder's name and the next.
    private static let declared: [(folder: String, text: Substring)] = {
        let text = (try? Repository.text("Package.swift")) ?? ""
        let starts = text.matches(of: #/= folder\(\s*"(\w+)"/#)
        let ends = starts.dropFirst().map(\.range.lowerBound) + [text.endIndex]
        return zip(starts, ends).map { (String($0.1), text[$0.range.upperBound..<$1]) }
    }()

    /// Libraries and programs.
    static var modules: [Target] { targets.filter { $0.kind == .library || $0.kind == .program } }
    static var programs: [Target] { targets.filter { $0.kind == .program } }
    /// Tests, and what they share.
    static var tests: [Target] { targets.filter { $0.kind == .tests || $0.kind == .testSupport } }
    static var testSupport: [Target] { targets.filter { $0.kind == .testSupport } }
    static var cLibraries: [Target] { targets.filter { $0.kind == .cLibrary } }
    static var names: Set<String> { Set(targets.map(\.name)) }

    /// Everything that a target is built from, however far down.
    static func reach(of name: String) -> Set<String> {
        var reached: Set<String> = []
        var waiting = [name]
        while let next = waiting.popLast() {
            for dependency in targets.first(where: { $0.name == next })?.dependencies ?? []
            where reached.insert(dependency).inserted {
                waiting.append(dependency)
            }
        }
        return reached
    }

    private static func strings(in text: Substring) -> [String] {
        text.matches(of: #/"([^"]+)"/#).map { String($0.1) }
    }
}
