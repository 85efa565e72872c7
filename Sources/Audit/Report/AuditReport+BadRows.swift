public import CSV

extension AuditReport {
    /// The same report with its bad rows told in another way: who made rows of another format knows where they were.
    public func placingBadRows(_ place: (FileProblem) -> FileProblem) -> AuditReport {
        guard let badRows else { return self }
        var placed = BadRows()
        for problem in badRows.problems { placed.add(place(problem)) }
        placed.addUnnamed(badRows.count - badRows.problems.count)
        var report = self
        report.badRows = placed
        return report
    }
}
