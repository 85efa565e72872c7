import Faults
import HTTPServer
import OpenAPI
import Registry
import Testing

@testable import StationService

@Suite struct DescriptionTests {
    private struct Answer: Codable { let number: Int }

    private func operation(of endpoint: Endpoint) throws -> JSONValue {
        let document = try Description.document(of: [endpoint])
        return try #require(document["paths"]?[endpoint.path]?[endpoint.method.rawValue.lowercased()])
    }

    /// The codes that the description lists for each status of an endpoint.
    private func codes(of endpoint: Endpoint) throws -> [String: Set<String>] {
        let responses = try #require(try operation(of: endpoint)["responses"]?.members)
        return responses.mapValues { response in
            guard case .text(let text)? = response["description"], let start = text.firstRange(of: "Problem: ") else {
                return []
            }
            return Set(text[start.upperBound...].matches(of: #/`([^`]+)`/#).map { String($0.1) })
        }
    }

    /// The types of what a request or an answer has.
    private func types(of body: JSONValue?) -> Set<String> { Set((body?["content"]?.members ?? [:]).keys) }

    @Test func `every endpoint's problems are described, and the types of bodies that it takes`() throws {
        let endpoints = StationRoutes(try StationBench().station).endpoints
        #expect(endpoints.count > 50)
        for endpoint in endpoints {
            let described = try codes(of: endpoint)
            for problem in endpoint.allProblems {
                #expect(
                    described["\(problem.status)"]?.contains(problem.code) == true,
                    "\(endpoint.method) \(endpoint.path): \(problem.status) \(problem.code)")
            }
            #expect(types(of: try operation(of: endpoint)["requestBody"]) == Set(endpoint.bodyTypes))
        }
    }

    @Test func `what is refused before an endpoint is asked is beside its own problems of the status`() throws {
        let described = try codes(
            of: .act(
                .delete, at: "/v1/things", for: .provision, Endpoint.Title("Things", "Deletes all"),
                problems: [.station(.programsToken), .station(.badSecret), .station(.sheetFailed)],
                run: { _ in Answer(number: 1) }))
        #expect(described["401"] == ["unauthorized", "bad-secret"])
        #expect(described["403"] == ["foreign-origin", "forbidden", "programs-token"])
        #expect(described["500"] == ["internal-error", "sheet-failed"])
    }

    @Test func `one status may have answers of several types, and an endpoint answers of several statuses`() throws {
        let routes = StationRoutes(try StationBench().station)
        let health = try #require(routes.health.first { $0.path == "/healthz" })
        let failing = try operation(of: health)["responses"]?["503"]
        #expect(types(of: failing) == ["application/json", "application/problem+json"])
        #expect(try codes(of: health)["503"]?.contains("busy") == true)
        let events = try #require(routes.jobs.first { $0.path.hasSuffix("/events") })
        let responses = try #require(try operation(of: events)["responses"])
        #expect(types(of: responses["200"]) == ["text/event-stream"])
        #expect(responses["204"] != nil && types(of: responses["204"]).isEmpty)
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
