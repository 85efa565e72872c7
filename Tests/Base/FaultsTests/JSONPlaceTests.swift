import Faults
import Foundation
import Testing

struct JSONPlaceTests {
    private struct Deployment: Decodable {
        struct Files: Decodable {
            let stores: [String]
        }

        let name: String
        let files: Files
    }

    private func explanation(_ text: String) throws -> String {
        let bytes = Array(text.utf8)
        let error = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode(Deployment.self, from: Data(bytes))
        }
        return error.explanation(in: bytes)
    }

    @Test(arguments: [
        ("{\n  \"name\": \"a\",\n  \"files\": {\"stores\": [\"a\", 7]}\n}", "line 3, column 29: files.stores.2: "),
        ("{\"name\": \"ü\", \"files\": 3}", "line 1, column 24: files: "),
        ("{\"name\": \"a\",\n \"files\": {}}", "line 2, column 11: files: the key \"stores\" is missing"),
        ("{}", "line 1, column 1: the key \"name\" is missing"),
        ("{\"name\": \"a\"\n\"files\": 3}", "line 2, column 1: a comma or } should be here, not \"\"\""),
        ("{\"name\": \"a\",\n}", "line 2, column 1: a key in double quotes should be here, not \"}\""),
        ("{\"name\": 'a'}", "line 1, column 10: a value should be here, and \"'\" is not the beginning of one"),
        ("{\"name\": \"a\n\"}", "line 1, column 10: a text has no closing quote on its line"),
        ("{\"name\" \"a\"}", "line 1, column 9: a colon should follow the key, not \"\"\""),
        (
            "{\"name\": \"a\", \"files\": [1, 2",
            "line 1, column 29: a comma or ] should be here, not the end of the text"
        ),
        ("", "line 1, column 1: the text ends where a value should be"),
        ("{} x", "line 1, column 4: there is more text after the end of the value"),
    ])
    func `an error in JSON has its line and column`(_ text: String, _ start: String) throws {
        let told = try explanation(text)
        #expect(told.hasPrefix(start), "\(told)")
    }

    @Test func `a text nested without end is refused`() throws {
        let told = try explanation(String(repeating: "[", count: 100_000))
        #expect(told.hasSuffix("it is nested too deeply"))
    }
}
