internal import Faults
internal import Registry

extension RegistryStorage where Self: RegistryHistory {
    /// Journals the end of an import, unless something else has ended it meanwhile.
    func end(_ ended: EvidenceImport, by author: Author) async throws {
        do { try await record(.evidenceImported(ended), by: author) } catch let error as RegistryError
            where error.code == .contradiction
        {
            guard try await keptRows(ofOpen: ended.number) == nil else { throw error }
        }
    }
}
