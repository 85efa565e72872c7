package import Registry
internal import TextCoding

/// A hub: what its people ask of it, and what its stations do.
extension WaymarkClient {
    package func invite(_ request: InvitationRequest) async throws -> InvitationMade {
        try await post("/v1/invitations", body: request)
    }

    package func stations() async throws -> StationList { try await get("/v1/stations") }

    package func declareLost(_ name: StationName, reason: String) async throws -> StationLost {
        try await post("/v1/stations/\(PercentCoding.encode(name.text))/loss", body: StatedCause(reason: reason))
    }

    package func beginEra(reason: String) async throws -> EraBegun {
        try await post("/v1/eras", body: StatedCause(reason: reason))
    }

    package func renewPlans() async throws -> PlansRenewed { try await act("/v1/renewals") }

    package func conflicts(withSettled: Bool) async throws -> ConflictList {
        try await get("/v1/conflicts?settled=\(withSettled)")
    }

    package func settle(conflict number: Int, reason: String) async throws -> ConflictSettled {
        try await post("/v1/conflicts/\(number)/settlement", body: StatedCause(reason: reason))
    }

    // MARK: As a station

    package func enrol(_ request: EnrolmentRequest) async throws -> EnrolmentMade {
        try await post("/v1/stations", body: request)
    }

    package func report(_ report: StationReport) async throws -> StationOrders {
        try await put("/v1/stations/self", body: report)
    }

    package func append(_ upload: EntriesUpload, to chain: ChainName) async throws -> EntriesTaken {
        try await post("/v1/chains/\(chain)/entries", body: upload)
    }

    package func grant(_ request: GrantRequest) async throws -> GrantReply {
        try await post("/v1/grants", body: request)
    }

    package func prove(_ wanted: ProofWanted, to chain: ChainName) async throws -> ProofMade {
        try await post("/v1/chains/\(chain)/proofs", body: wanted)
    }

    package func documents(of chain: ChainName) async throws -> HubDocuments {
        try await get("/v1/chains/\(chain)/documents")
    }

    /// `mark`: that of the page before, or of the last one that came; nil for everything.
    package func documents(of chain: ChainName, after mark: String?) async throws -> DocumentsGiven {
        try await get("/v1/chains/\(chain)/documents/page", [("after", mark)])
    }
}
