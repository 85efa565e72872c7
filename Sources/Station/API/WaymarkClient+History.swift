package import Registry

extension WaymarkClient {
    /// Sends one piece of a file of evidence. `more`: another one follows, which names the import of the answer.
    /// `audit`: the audit that the file is for, in each of its pieces.
    package func importEvidence(
        _ kind: EvidenceKind, file: String, import id: Int?, more: Bool, audit: Int?, _ piece: [UInt8]
    ) async throws -> EvidenceProgress {
        try await upload(
            "/v1/\(kind.rawValue)",
            [
                ("file", file), ("import", id.map { String($0) }), ("more", more ? "true" : nil),
                ("audit", audit.map { String($0) }),
            ], csv: piece)
    }

    // MARK: Audits

    /// Audits what the registry has.
    package func audit(_ request: AuditRequest) async throws -> AuditAnswer {
        try await post("/v1/audits", body: request)
    }

    /// Begins an audit whose files are imported next.
    package func openAudit(_ request: AuditRequest) async throws -> AuditDraft {
        try await post("/v1/audits/drafts", body: request)
    }

    /// Audits what was imported for the draft.
    package func endAudit(_ id: Int) async throws -> AuditAnswer {
        try await act("/v1/audits/drafts/\(id)/end")
    }

    package func forget(_ request: ForgetRequest) async throws -> ForgetAnswer {
        try await post("/v1/sightings/forget", body: request)
    }

    // MARK: Findings

    /// Findings in these states, those that are not resolved when none is named.
    package func findings(in states: [KeptFinding.State]) async throws -> FindingList {
        let list = states.map(\.rawValue).joined(separator: ",")
        let query: [(String, String?)] = [("state", list.isEmpty ? nil : list)]
        return FindingList(
            try await pages("/v1/findings", query: query) { (page: FindingList) in (page.findings, page.next) })
    }

    package func finding(_ number: Int) async throws -> FindingDetail { try await get("/v1/findings/\(number)") }

    package func acceptFinding(_ number: Int, _ request: AcceptRequest) async throws -> FindingDetail {
        try await post("/v1/findings/\(number)/accept", body: request)
    }

    package func assignFinding(_ number: Int, _ request: AssignRequest) async throws -> FindingDetail {
        try await post("/v1/findings/\(number)/assign", body: request)
    }

    package func reportRepair(_ number: Int, _ report: RepairReport) async throws -> FindingDetail {
        try await post("/v1/findings/\(number)/done", body: report)
    }

    /// The work that puts these findings right.
    package func repairOrder(_ findings: [Int], labelsTravel: Bool) async throws -> RepairOrderAnswer {
        let numbers = findings.map { String($0) }.joined(separator: ",")
        return try await get("/v1/repair-orders?findings=\(numbers)&labels-travel=\(labelsTravel)")
    }

    // MARK: Walks

    package func beginWalk() async throws -> Walk { try await act("/v1/walks") }

    package func see(_ sighting: WalkSighting, onWalk id: Int) async throws -> WalkVerdict {
        try await post("/v1/walks/\(id)/sightings", body: sighting)
    }

    package func endWalk(_ id: Int, _ end: WalkEnd) async throws -> AuditAnswer {
        try await post("/v1/walks/\(id)/end", body: end)
    }
}
