import Foundation

/// The files of this repository, found from this file's own place in it.
enum Repository {
    struct File: Sendable {
        /// From the repository's root: `Sources/Base/CSV/Row.swift`.
        let path: String
        let text: String

        var name: String { String(path.split(separator: "/").last ?? "") }
        /// `CSV` for `Sources/Base/CSV/Row.swift`.
        var target: String { String(path.split(separator: "/")[2]) }
    }

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func path(_ path: String) -> String { root.appending(path: path).path }

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The names in a folder, without hidden ones.
    static func names(in folder: String) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: path(folder)).filter { !$0.hasPrefix(".") })
    }

    /// Every Swift file and C header below a folder.
    static func code(in folder: String) throws -> [File] {
        try FileManager.default.subpathsOfDirectory(atPath: path(folder))
            .filter { $0.hasSuffix(".swift") || $0.hasSuffix(".h") }.sorted()
            .map { File(path: "\(folder)/\($0)", text: try text("\(folder)/\($0)")) }
    }

    /// The rows below the header of the first table after a heading, cell by cell, without back quotes.
    static func table(in document: String, after heading: String) throws -> [[String]] {
        let lines = try text(document).split(separator: "\n", omittingEmptySubsequences: false)
        return lines.drop { $0 != heading }.drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }.dropFirst(2)
            .map { line in
                line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
                    .map { $0.replacing("`", with: "").trimmingCharacters(in: .whitespaces) }
            }
    }

    /// The first code block of a language after a heading.
    static func block(_ language: String, in document: String, after heading: String) throws -> String {
        let lines = try text(document).split(separator: "\n", omittingEmptySubsequences: false)
        return lines.drop { $0 != heading }.drop { $0 != "```\(language)" }.dropFirst().prefix { $0 != "```" }
            .map { $0 + "\n" }.joined()
    }
}
