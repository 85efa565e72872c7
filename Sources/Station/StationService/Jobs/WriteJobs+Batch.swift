internal import API
internal import Faults
internal import Registry

/// What a batch must be before its tags are written.
extension WriteJobs {
    func writableBatch(_ request: WriteJobRequest) async throws -> Batch {
        guard let batch = try await reading.batch(request.batch) else {
            throw RegistryError.unknownBatch(request.batch)
        }
        try await check(batch, for: request)
        return batch
    }

    func check(_ batch: Batch, for request: WriteJobRequest) async throws {
        let place = request.shipping ? nil : request.position ?? position
        try WriteCheck(
            stores: try await storage.stores(), experiences: try await storage.experiences(),
            templates: try await storage.templates(), hasKey: keys.current != nil, place: place,
            confirmation: request.confirmation
        ).check(batch)
    }
}
