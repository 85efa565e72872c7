import Faults
import HTTPServer
import OpenAPI
import Registry
import Testing

@testable import StationService

@Suite struct DescriptionTests {
    private struct Answer: Codable { let number: Int }

    /// The codes that the description lists for each status of an endpoint.
    private func codes(of endpoint: Endpoint) throws -> [String: Set<String>] {
        let document = try Description.document(of: [endpoint])
        let method = endpoint.method.rawValue.lowercased()
        let responses = try #require(document["paths"]?[endpoint.path]?[method]?["responses"]?.members)
        return responses.mapValues { response in
            guard case .text(let text)? = response["description"], text.hasPrefix("Problem: ") else { return [] }
            return Set(text.matches(of: #/`([^`]+)`/#).map { String($0.1) })
        }
    }

    @Test func `an endpoint's own problems are listed beside those of every endpoint, by status`() throws {
        let change = try codes(
            of: .act(
                .delete, at: "/v1/things", for: .provision, Endpoint.Title("Things", "Deletes all"),
                problems: [.registry(.contradiction), .batch(.paused), .station(.tooManySheets)],
                run: { _ in Answer(number: 1) }))
        #expect(
            change["409"] == [
                "contradiction", "paused", "request-interrupted", "request-running", "shown-once", "hub-owned",
                "tag-held",
                "tag-not-held", "tag-lent", "chain-ended", "hub-unsettled",
            ])
        #expect(change["503"]?.isSuperset(of: ["busy", "too-many-sheets", "disk-failing"]) == true)
        #expect(change["412"] == ["changed-meanwhile"])
        #expect(change["422"] == ["key-used-otherwise"])
    }

    @Test func `a look repeats nothing`() throws {
        let look = try codes(
            of: .get(
                "/v1/things", for: .read, Endpoint.Title("Things", "Lists them"), problems: Paging.problems,
                run: { _ in Answer(number: 1) }))
        #expect(look["409"] == nil)
        #expect(look["422"] == ["bad-cursor"])
        #expect(look["403"] == ["foreign-origin", "forbidden"])
    }

    @Test(arguments: RegistryFaultCode.allCases)
    func `a refusal of the registry has one status, listed and thrown`(code: RegistryFaultCode) throws {
        let error = try #require(StationError(RegistryError(code, "no", why: "it is so", next: "look")))
        #expect(error.status == ListedProblem.registry(code).status)
        #expect((400...599).contains(error.status))
    }
}

extension JSONValue {
    fileprivate var members: [String: JSONValue]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    fileprivate subscript(name: String) -> JSONValue? { members?[name] }
}
