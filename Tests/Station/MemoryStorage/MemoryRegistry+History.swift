import Registry
import Synchronization

extension MemoryRegistry: RegistryHistory {
    public func beginImport(_ kind: EvidenceKind, file: String) -> Int64 {
        place.tables.withLock { $0.evidence.begin(kind, file) }
    }

    public func keep(_ sightings: [KeptSighting], import number: Int64) -> Int {
        place.tables.withLock { $0.evidence.keep(sightings, number) }
    }

    public func keep(_ confirmations: [KeptConfirmation], import number: Int64) -> Int {
        place.tables.withLock { $0.evidence.keep(confirmations, number) }
    }

    public func openImports() -> [EvidenceImport] {
        read { tables in
            let evidence = tables.evidence
            return evidence.sources.filter(\.value.isOpen).sorted { $0.key < $1.key }.map { number, source in
                let rows =
                    evidence.sightings.count { $0.number == number }
                    + evidence.confirmations.count { $0.number == number }
                return EvidenceImport(
                    number: number, kind: source.kind, file: source.file, digest: nil, rows: rows, new: rows,
                    badRows: 0, isComplete: false)
            }
        }
    }

    public func lastAuditedImport() -> Int64 { read { $0.evidence.lastAudited } }

    public func sightings(
        since: Int64, afterImport: Int64, _ receive: @Sendable ([KeptSighting]) -> Void
    ) -> Int {
        let rows = read {
            $0.evidence.sightings.filter { $0.content.time >= since && $0.number > afterImport }.map(\.content)
        }.sorted { $0.time < $1.time }
        if !rows.isEmpty { receive(rows) }
        return rows.count
    }

    public func confirmations(_ receive: @Sendable ([KeptConfirmation]) -> Void) {
        let rows = read { $0.evidence.confirmations.map(\.content) }.sorted { $0.time < $1.time }
        if !rows.isEmpty { receive(rows) }
    }

    public func knownTags() -> [KnownTag] { read { $0.evidence.knownTags } }

    public func findings(in states: Set<KeptFinding.State>) -> [KeptFinding] {
        read { $0.findings().filter { states.contains($0.state) }.map(\.kept) }
    }

    public func finding(_ number: Int64) -> KeptFinding? { read { $0.findingLife(number)?.kept } }

    public func findings(identities: [String]) -> [KeptFinding] {
        read { tables in
            identities.flatMap { identity in tables.findings().filter { $0.identity == identity }.map(\.kept) }
        }
    }

    public func oldestEvidence() -> Int64? {
        read { ($0.evidence.sightings.map(\.content.time) + $0.evidence.confirmations.map(\.content.time)).min() }
    }

    public func scrub() {}
}
