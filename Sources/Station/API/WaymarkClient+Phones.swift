package import Registry
internal import TextCoding

extension WaymarkClient {
    package func pairPhone(_ request: PairingRequest) async throws -> PairingOffer {
        try await post("/v1/pairings", body: request)
    }

    package func phones() async throws -> PhoneList { try await get("/v1/phones") }

    package func revokePhone(_ name: TokenName) async throws -> TokenRevoked {
        try await delete("/v1/phones/\(PercentCoding.encode(name.text))")
    }
}
