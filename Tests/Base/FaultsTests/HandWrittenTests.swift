import Faults
import Foundation
import Testing

@Suite struct `A file that a person wrote` {
    private enum Protection: String, Decodable { case none, lock }

    private struct Settings: Decodable {
        struct Place: Decodable {
            let latitude: Double
            let floor: Int?
        }

        let name: String
        let protection: Protection?
        let files: [String: [String]]?
        let places: [Place]?
    }

    private func read(_ text: String) throws -> Settings {
        try JSONDecoder().decode(HandWritten<Settings>.self, from: Data(text.utf8)).value
    }

    @Test func `is read with all that its type knows`() throws {
        let settings = try read(
            #"{"name":"a","protection":"lock","files":{"any":["x","y"]},"places":[{"latitude":1.5,"floor":null}]}"#)
        #expect(settings.name == "a" && settings.protection == .lock)
        #expect(settings.files == ["any": ["x", "y"]])
        #expect(settings.places?.map(\.latitude) == [1.5] && settings.places?.first?.floor == nil)
    }

    @Test(arguments: [
        (
            #"{"name":"a","protect":"lock"}"#,
            #"the key "protect" is unknown; keys are: files, name, places, protection; did you mean "protection"?"#
        ),
        (#"{"name":"a","colour":1}"#, #"the key "colour" is unknown; keys are: files, name, places, protection"#),
        (
            #"{"name":"a",\#n"places":[{"latitude":1},{"latitude":2,"flor":3}]}"#,
            #"line 2, column 26: places.2: the key "flor" is unknown; keys are: floor, latitude; did you mean "floor"?"#
        ),
        (#"{"name":"a","protection":"weld"}"#, "protection: "), (#"{"nam":"a"}"#, #"the key "name" is missing"#),
    ])
    func `is refused for a key that says nothing to its type, at every level`(text: String, reason: String) throws {
        let error = try #require(throws: DecodingError.self) { try read(text) }
        let explanation = error.explanation(in: Array(text.utf8))
        #expect(explanation.contains(reason), "\(explanation)")
    }

    @Test func `takes such keys where programs send the same type`() throws {
        let text = #"{"name":"a","protect":"lock"}"#
        #expect(try JSONDecoder().decode(Settings.self, from: Data(text.utf8)).name == "a")
    }
}
