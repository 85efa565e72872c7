import Testing

/// What the station and the batches refuse is listed at an endpoint, so that the API's description has it.
struct ListedProblemsTests {
    /// Refusals that no request is answered with: events of a write job.
    private static let events: Set<String> = [
        "ambiguousCode", "begun", "notPicking", "nothingWritten", "otherBatch", "readerRemoved",
        "rulesChanged", "unknownCode", "whichSign",
    ]

    private static func cases(of path: String, _ enumeration: String) throws -> [String] {
        let text = try #require(try Repository.code(in: "Sources").first { $0.path.hasSuffix(path) }).text
        let body = try #require(text.split(separator: "enum \(enumeration)", maxSplits: 1).last)
        return body.prefix(upTo: body.firstRange(of: "\n}")?.lowerBound ?? body.endIndex)
            .matches(of: #/\n    case (\w+)/#).map { String($0.1) }
    }

    private static func listed(_ kind: String) throws -> Set<String> {
        let sources = try Repository.code(in: "Sources").filter {
            $0.path.contains("/StationService/Routes/") || $0.path.contains("/StationService/Serving/")
        }
        let mention = try Regex("\\.\(kind)\\(\\.(\\w+)\\)", as: (Substring, Substring).self)
        return Set(sources.flatMap { file in file.text.matches(of: mention).map { String($0.output.1) } })
    }

    @Test(
        arguments: [
            ("station", "StationService/Problems/StationFaultCode.swift", "StationFaultCode"),
            ("job", "Provisioning/WriteJobRefusal.swift", "WriteJobFaultCode"),
            ("batch", "Registry/Refusals/BatchRefusal.swift", "BatchFaultCode"),
        ])
    func `every refusal is listed at an endpoint`(kind: String, path: String, enumeration: String) throws {
        let cases = try Self.cases(of: path, enumeration)
        #expect(cases.count > 10)
        let missing = try Set(cases).subtracting(Self.listed(kind)).subtracting(Self.events)
        #expect(missing.sorted() == [])
    }
}
