package import Notices

extension WatchComparison {
    /// One run leaves so many notices at most; the last then says how many it does not have.
    package static let mostNotices = 500

    /// What people are sent. The first run has nothing to compare with: what it found is one notice. What is still there is a
    /// number in the others.
    package func notices(station: String, generation: String) throws -> [Notice] {
        let run = Notice.Run(
            id: generation, new: new.count, gone: gone.count, still: still.count, notChecked: notChecked.count)
        func notice(
            _ kind: Notice.Kind, of identity: String, part: String, code: String, _ severity: NoticeSeverity,
            message: String, next: String, since: Int64
        ) throws -> Notice {
            Notice(
                kind, id: try NoticeID(kind, of: identity, after: generation), time: time,
                Notice.Particulars(
                    station: station, part: part, identity: identity, code: code, severity: severity,
                    message: message, next: next, since: since, run: run))
        }
        func missed(_ unchecked: Unchecked) throws -> Notice {
            try notice(
                .notChecked, of: unchecked.part.description, part: unchecked.part.description, code: "not-checked",
                .warning,
                message: "\(unchecked.part) could not be checked: \(unchecked.why)",
                next: "correct that; what was known of it is kept", since: unchecked.since)
        }
        if isFirst {
            let counts = NoticeSeverity.allCases.reversed().map { severity in
                "\(new.count { $0.finding.severity == severity }) \(severity.rawValue)"
            }
            let worst = new.map(\.finding.severity).max() ?? .notice
            let began = try notice(
                .began, of: "first", part: "watch", code: "first-run", worst,
                message: "the first run found \(new.count): \(counts.joined(separator: ", "))",
                next: "look at them: waymark watch", since: time)
            return try [began] + notChecked.map(missed)
        }
        func of(_ line: Line, _ kind: Notice.Kind) throws -> Notice {
            try notice(
                kind, of: line.finding.identity, part: line.part.description, code: line.finding.code,
                line.finding.severity, message: line.finding.message, next: kind == .gone ? "" : line.finding.next,
                since: line.finding.since)
        }
        var notices = try new.map { try of($0, .new) }
        notices += try notChecked.filter(\.isNew).map(missed)
        notices += try gone.map { try of($0, .gone) }
        guard notices.count > Self.mostNotices else { return notices }
        let left = notices.count - Self.mostNotices + 1
        let worst = notices.dropFirst(Self.mostNotices - 1).filter { $0.type != .gone }.map(\.data.severity).max()
        return try Array(notices.prefix(Self.mostNotices - 1)) + [
            notice(
                .new, of: "more", part: "watch", code: "more-changes", max(worst ?? .warning, .warning),
                message: "\(left) more changes are not sent",
                next: "look at them: waymark watch", since: time)
        ]
    }

    /// What is kept for the next run.
    package func state(generation: String, batches: [BatchProgress], readers: [KnownReader]) -> WatchState {
        WatchState(generation: generation, time: time, parts: parts, batches: batches, readers: readers)
    }
}
