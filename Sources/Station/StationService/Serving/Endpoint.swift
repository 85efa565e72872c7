internal import Grants
internal import HTTPServer
internal import OpenAPI
internal import Registry

/// One thing that the API can be asked for. The router, the check of roles and the description are made from these.
struct Endpoint: Sendable {
    /// What a request may do to the station, and what protects it.
    enum Effect: Sendable {
        /// Nothing. The answer has an entity tag.
        case look
        /// Nothing, but the answer is not a document that can be compared.
        case stream
        /// A change; asked again under the same key, it is not done twice.
        case change
        /// A change whose answer must not be kept: it has a secret in it. `lost`: what to do where it did not arrive.
        case secretChange(lost: String)
        /// Nothing that lasts beyond the client's own session.
        case session
    }

    let method: HTTPMethod
    let path: String
    /// Who may ask; nil: everyone.
    let role: Role?
    let effect: Effect
    let parameters: [any DescribedParameter]
    /// The types of bodies that it takes; none: it takes no body.
    let bodyTypes: [String]
    let body: HTTPRouter.Body
    /// What is edited here: `If-Match` is about its entity tag.
    let edits: EditedThing?
    /// What a request may be answered with besides what holds for every endpoint.
    let problems: [ListedProblem]
    let describe: @Sendable (SchemaBook) throws -> APIOperation
    let run: @Sendable (OperationCall) async throws -> HTTPResponse
    var refuseEarly: EarlyRefusal?

    /// Refuses by a request's head what could not be carried out now, so that its body is not sent for nothing. Asked
    /// only where the client waits for that, on the server's own thread: it waits for nothing.
    typealias EarlyRefusal = @Sendable (HTTPRequest, Caller?) throws(StationError) -> Void

    /// Everything that a request may be answered with once it is let in. Another answer is a mistake in the program.
    var allProblems: [ListedProblem] {
        let common: [ListedProblem] = [
            .station(.badRequest), .registry(.diskFailing), .registry(.diskReadOnly), .registry(.registryDamaged),
            .station(.stopping), .registry(.storageFailed), .registry(.diskFull), .registry(.registryAway),
            .registry(.hubBehind), .registry(.chainForked),
        ]
        // A station under a hub refuses what the hub decides, and a hub what its stations hold.
        let shared: [ListedProblem] = [
            .grant(.hubOwned), .grant(.tagNotHeld), .grant(.tagLent), .grant(.chainEnded), .grant(.tagHeld),
            .grant(.hubUnsettled),
        ]
        switch effect {
        case .change, .secretChange:
            return problems + common + shared + Repetition.problems + [.registry(.changedMeanwhile)]
        case .look: return problems + common + [.registry(.changedMeanwhile)]
        case .stream, .session: return problems + common
        }
    }

    /// Words that people and programs find an endpoint by.
    struct Title: Sendable {
        let group: String
        let summary: String
        let detail: String?

        init(_ group: String, _ summary: String, detail: String? = nil) {
            self.group = group
            self.summary = summary
            self.detail = detail
        }
    }
}

extension Endpoint {
    /// Whether its answers may tell of sightings and confirmations: where and by whom something was seen.
    var isPersonal: Bool {
        ["sightings", "confirmations", "audits", "walks", "walk/", "findings", "repair-orders"].contains {
            path.hasPrefix("/v1/\($0)")
        }
    }

    /// Whether its answer sets or clears the walk's cookie itself.
    var setsWalkCookie: Bool {
        if case .session = effect { SessionPage(ofPath: path) == .walk } else { false }
    }

    /// Whether what an error means to a client is listed; true for an error that no client caused.
    func lists(_ error: any Error) -> Bool { StationError(error).map { allProblems.contains($0.listed) } ?? true }
}
