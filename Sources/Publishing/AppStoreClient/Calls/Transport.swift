package import HTTPClient

/// What carries requests; tests have one of their own.
package protocol Transport: Sendable {
    func send(_ request: WebRequest) async throws -> WebResponse
}

extension WebClient: Transport {
    package func send(_ request: WebRequest) async throws -> WebResponse { try await send(request, limit: 64 << 20) }
}
