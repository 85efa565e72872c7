public import HTTPClient

/// What carries requests; tests have one of their own.
public protocol Transport: Sendable {
    func send(_ request: WebRequest) async throws -> WebResponse
}

extension WebClient: Transport {
    public func send(_ request: WebRequest) async throws -> WebResponse { try await send(request, limit: 64 << 20) }
}
