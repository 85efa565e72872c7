public import CSV

extension AuditReport {
    /// The same report with its bad rows placed anew: the converter of another format knows where they were.
    public func placingBadRows(_ place: (FileProblem) -> FileProblem) -> AuditReport {
        var report = self
        report.badRows = badRows?.placed(by: place)
        return report
    }
}

extension BadRows {
    /// The same with each named row as `place` returns it.
    public func placed(by place: (FileProblem) -> FileProblem) -> BadRows {
        BadRows(count: count, problems: problems.map(place))
    }
}
