internal import Faults

/// What is wrong with a folder of App Clip Codes.
package struct ClipCodeFinding: Sendable, Equatable, Encodable {
    package enum Code: String, Sendable, Codable, CaseIterable {
        /// A code that was asked for is not there.
        case missing
        /// A file that was not asked for.
        case surplus
        /// The file carries the URL of another code of the list: two files changed their names.
        case swapped
        /// The file carries a URL that is not in the list.
        case wrongURL = "wrong-url"
        /// The file invites to something else than was asked for: scanning or touching.
        case wrongType = "wrong-type"
        /// The file lacks one of the colours that were asked for.
        case wrongColours = "wrong-colours"
        /// The file is not an App Clip Code.
        case unreadable
    }

    package let code: Code
    package let file: String
    /// What is wrong, in words.
    package let message: String
}

extension ClipCodeList {
    /// Compares the files that came back with what was asked for, byte for byte. `files` are names and contents;
    /// other files than SVGs are not for here. No finding means that every code is there once, and none else.
    package func findings(in files: [String: [UInt8]]) -> [ClipCodeFinding] {
        let byURL = Dictionary(requests.map { ($0.url, $0.file) }, uniquingKeysWith: { first, _ in first })
        var findings: [ClipCodeFinding] = []
        for request in requests {
            guard let bytes = files[request.file] else {
                findings.append(
                    .init(code: .missing, file: request.file, message: "there is no file for \(request.url)"))
                continue
            }
            do {
                findings += Self.findings(
                    on: try ClipCodeFile(svg: bytes, name: request.file), of: request, byURL: byURL)
            } catch {
                findings.append(.init(code: .unreadable, file: request.file, message: error.reason))
            }
        }
        let wanted = Set(requests.map(\.file))
        for name in files.keys.filter({ !wanted.contains($0) }).sorted() {
            findings.append(.init(code: .surplus, file: name, message: "it was not requested"))
        }
        return findings
    }

    private static func findings(
        on file: ClipCodeFile, of request: ClipCodeRequest, byURL: [String: String]
    ) -> [ClipCodeFinding] {
        var findings: [ClipCodeFinding] = []
        if file.payload != request.url {
            let owner = byURL[file.payload]
            findings.append(
                ClipCodeFinding(
                    code: owner == nil ? .wrongURL : .swapped, file: request.file,
                    message: "it carries \(file.payload)" + (owner.map { ", the URL of \($0)" } ?? "")
                        + "; it should carry \(request.url)"))
        }
        if let kind = file.kind, kind != request.kind {
            findings.append(
                ClipCodeFinding(
                    code: .wrongType, file: request.file,
                    message: "it is of type \(kind.rawValue); \(request.kind.rawValue) was asked for"))
        }
        let lacking = [request.background, request.foreground].filter { !file.colours.contains($0) }
        if !lacking.isEmpty {
            findings.append(
                ClipCodeFinding(
                    code: .wrongColours, file: request.file, message: "it lacks \(lacking.joined(separator: " and "))"))
        }
        return findings
    }
}
