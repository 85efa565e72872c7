internal import Registry

extension Station {
    /// What is there of a thing that a call edits. What its document shows besides is not edited with it.
    func basis(of thing: EditedThing, in call: OperationCall) async throws -> EditBasis {
        switch thing {
        case .batch:
            let name = call[StationRoutes.batchName]
            guard let batch = try await history.batch(name) else { throw RegistryError.unknownBatch(name) }
            return .batch(batch)
        case .tag:
            let id = call[StationRoutes.tagID]
            guard let tag = try await queries.tag(id) else { throw RegistryError.unknownTag(id) }
            return .tag(tag)
        case .finding: return .finding(try await finding(call[StationRoutes.findingNumber]))
        }
    }
}
