package import Chips
package import Registry
internal import TextCoding

/// A station under a hub.
extension WaymarkClient {
    package func hubStatus() async throws -> HubStatus { try await get("/v1/hub") }

    package func join(_ membership: HubMembership) async throws -> HubStatus {
        try await post("/v1/hub", body: membership)
    }

    package func leaveHub(reason: String) async throws -> HubStatus {
        try await post("/v1/hub/departure", body: HubLeaving(reason: reason))
    }

    package func ask(for wanted: GrantWanted) async throws -> GrantRequest {
        try await post("/v1/hub/requests", body: wanted)
    }

    package func borrow(_ chip: ChipUID) async throws -> GrantRequest {
        try await post("/v1/hub/loans", body: ChipNamed(chip))
    }

    package func passOn(_ chip: ChipUID) async throws -> HubStatus {
        try await post("/v1/hub/returns", body: ChipNamed(chip))
    }

    package func take(_ refusal: LoanRefused) async throws -> HubStatus {
        try await post("/v1/hub/refusals", body: refusal)
    }

    package func endRequest(_ number: Int) async throws -> HubStatus { try await delete("/v1/hub/requests/\(number)") }

    package func take(_ arrival: GrantArrival) async throws -> HubStatus {
        try await post("/v1/hub/answers", body: arrival)
    }

    package func adopt(_ era: Era) async throws -> HubStatus { try await put("/v1/hub/era", body: EraAdoption(era)) }

    package func receive(_ documents: HubDocuments) async throws -> HubStatus {
        try await put("/v1/hub/documents", body: documents)
    }
}
