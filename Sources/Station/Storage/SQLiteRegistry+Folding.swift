package import Registry

/// Evidence as audits of everything read it: folded by content.
extension SQLiteRegistry {
    /// Where its task is cancelled it throws `CancellationError` between two pieces, and the next call folds the rest.
    package func foldEvidence(_ progress: @Sendable (Int) -> Void) async throws {
        try await foldArrivals(endingWhenCancelled: true)
        var rows = 0
        while try translatingErrors({ try FoldingPass(database) }) != nil {
            try Task.checkCancellation()
            try await inPieces(pieces.rows) { range in
                // Again: a row may have come meanwhile, and an erasure.
                guard var pass = try FoldingPass(database) else { return }
                rows += try pass.advance(rows: range.count).rows
            }
            progress(rows)
            await Task.yield()
        }
    }

    /// Folds the rows that wait, in short transactions. Who asks meanwhile waits for the same.
    ///
    /// `ends`: whether it ends between two pieces where its task is cancelled. What the journal waits for does not.
    func foldArrivals(endingWhenCancelled ends: Bool = false) async throws {
        while let running = arrivalFold {
            // Where the other has given up, the rest is done here.
            do { try await running.value } catch is CancellationError {}
        }
        if ends { try Task.checkCancellation() }
        let fold = Task {
            // Before it ends: who waits for it looks whether another one is on its way.
            defer { arrivalFold = nil }
            try await foldWaiting()
        }
        arrivalFold = fold
        guard ends else { return try await fold.value }
        try await withTaskCancellationHandler {
            try await fold.value
        } onCancel: {
            fold.cancel()
        }
    }

    private func foldWaiting() async throws {
        while var window = try await nextWindow() {
            var isLeft = true
            while isLeft {
                try Task.checkCancellation()
                try await inPieces(pieces.rows) { range in
                    isLeft = try window.advance(database, contents: range.count)
                }
                await Task.yield()
            }
            isLeft = true
            while isLeft {
                try Task.checkCancellation()
                try translatingErrors {
                    try database.transaction { isLeft = try ArrivalTable(database).removeFolded(upTo: window.last) }
                }
                await Task.yield()
            }
        }
    }

    /// Reads some rows of the table at a time: each holds what a transaction brought. Where an erasure takes them away
    /// meanwhile, the window is folded no further than ``ArrivalTable/state`` says.
    private func nextWindow() async throws -> ArrivalWindow? {
        let begun = try translatingErrors {
            try database.transaction { try ArrivalTable(database).begin(rows: ArrivalWindow.limit) }
        }
        guard let last = begun else { return nil }
        var sightings: [ArrivedRow<PackedVisit>] = []
        var confirmations: [ArrivedRow<PackedOutcome>] = []
        var read: Int64? = .min
        while let place = read {
            try Task.checkCancellation()
            read = try translatingErrors {
                try ArrivalTable(database).forEach(after: place, upTo: last, limit: 16) {
                    sightings += $0
                    confirmations += $1
                }
            }
            await Task.yield()
        }
        return await ArrivalWindow.sorting(sightings, confirmations, upTo: last)
    }

    package func beginJudging() throws -> JudgingMark {
        try translatingErrors { try database.transaction { try JudgedTable(database).begin() } }
    }

    package func readEvidence<Result: Sendable>(
        _ read: @Sendable (any JudgingEvidence) throws -> Result
    ) throws -> Result {
        try translatingErrors {
            try database.run("BEGIN")
            defer { try? database.run("COMMIT") }
            return try read(StoredEvidence(database))
        }
    }

    package func settle(_ settling: Settling) async throws {
        let mark = settling.mark
        try await inPieces(settling.settled.count) { range in
            guard try JudgedTable(database).mark.plan == mark.plan else { return }
            try JudgedTable(database).settle(settling.settled[range], by: mark)
        }
        try await inPieces(settling.remarkable.count) { range in
            try JudgedTable(database).keepUnsettled(settling.remarkable[range], by: mark)
        }
        if settling.isPart { return }
        try translatingErrors { try database.transaction { try JudgedTable(database).endSettling(by: mark) } }
    }

    package func openParts(_ count: Int, by mark: JudgingMark) { parts = PartQueue(count, by: mark) }

    package func takePart() throws -> NextPart {
        if parts == nil { return .none }
        let plan = try translatingErrors { try JudgedTable(database).mark.plan }
        return parts?.take(plan: plan) ?? .none
    }

    /// No other daemon waits for it.
    package func holdPart(_ part: EvidencePart) {}

    package func endPart(_ part: EvidencePart, by mark: JudgingMark, isJudged: Bool) {
        parts?.end(part, isJudged: isJudged)
    }

    package func endParts(noting shared: [UInt128], by mark: JudgingMark) async throws -> Bool {
        guard parts?.isDone ?? true else { return false }
        parts = nil
        try await inPieces(shared.count) { range in
            for number in shared[range] { try JudgedTable(database).note(Int64(truncatingIfNeeded: number)) }
        }
        return try translatingErrors {
            try database.transaction {
                let table = JudgedTable(database)
                guard try table.mark.plan == mark.plan else { return false }
                try table.endSettling(by: mark)
                return true
            }
        }
    }
}
