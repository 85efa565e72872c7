import Faults
import HTTPServer
import NFCTags
import Provisioning
import Registry
import Testing

@testable import StationService

/// Whether an endpoint lists what it is answered with.
@Suite struct ListedTests {
    private struct Answer: Codable { let number: Int }

    private let endpoint = Endpoint.act(
        .delete, at: "/v1/things", for: .provision, Endpoint.Title("Things", "Deletes all"),
        problems: [.registry(.contradiction), .job(.readerInUse), .tag(.tagLost)], run: { _ in Answer(number: 1) })

    @Test func `its own problems are listed, and those of every endpoint`() {
        #expect(endpoint.lists(RegistryError(.contradiction, "no", why: "it is so", next: "look")))
        #expect(endpoint.lists(WriteJobRefusal(.readerInUse, "no", why: "it is so", next: "look")))
        #expect(endpoint.lists(TagError(code: .tagLost, message: "no", reason: "it is so", next: "look")))
        #expect(endpoint.lists(RegistryError(.diskFull, "no", why: "it is so", next: "look")))
        #expect(endpoint.lists(CancellationError()), "not a client's doing: an internal error")
    }

    @Test func `another code of the same module is not`() {
        #expect(!endpoint.lists(RegistryError(.unknownBatch, "no", why: "it is so", next: "look")))
        #expect(!endpoint.lists(WriteJobRefusal(.jobEnded, "no", why: "it is so", next: "look")))
        #expect(!endpoint.lists(TagError(code: .locked, message: "no", reason: "it is so", next: "look")))
    }

    @Test(arguments: WriteJobFaultCode.allCases) func `a refusal of a job has a status`(code: WriteJobFaultCode) {
        #expect([404, 409].contains(ListedProblem.job(code).status))
    }

    @Test func `trouble with the reader is the station's, and with a tag the request's`() {
        #expect(ListedProblem.tag(.readerFailed).status == 503)
        #expect(ListedProblem.tag(.tagLost).status == 409)
    }
}
