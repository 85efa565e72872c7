internal import CSV

extension AuditReport {
    /// The findings as CSV: `code,severity,stores,tags,message,next`; several stores or tags with spaces between.
    public var csv: [UInt8] {
        var writer = RowWriter(["code", "severity", "stores", "tags", "message", "next"])
        for finding in findings {
            writer.append([
                finding.code.rawValue, finding.severity.rawValue, finding.stores.joined(separator: " "),
                finding.tags.joined(separator: " "), finding.message, finding.next,
            ])
        }
        return writer.take()
    }
}
