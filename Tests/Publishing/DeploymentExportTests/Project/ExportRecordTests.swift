import DeploymentExport
import Testing

/// The record of an export, read by the next one.
struct ExportRecordTests {
    private func record(_ path: String, _ bytes: [UInt8], after old: [UInt8]?, keepsOthers: Bool) throws -> [UInt8] {
        var record = ExportRecord(old, keepsOthers: keepsOthers)
        let change = try record.change(at: path, from: nil, to: bytes, always: true)
        #expect(change == .write)
        return try record.bytes
    }

    @Test(arguments: [true, false])
    func `files of another export are known as long as they are kept`(keeps: Bool) throws {
        let first = try record("a", [1], after: nil, keepsOthers: keeps)
        let second = ExportRecord(try record("b", [2], after: first, keepsOthers: keeps), keepsOthers: false)
        #expect(try second.isOurs([2], at: "b") && second.isOurs([1], at: "a") == keeps)
        #expect(try !second.isOurs([1], at: "b"))
    }

    @Test func `a file that is as it was written is replaced, and another is kept`() throws {
        let old = try record("a", [1], after: nil, keepsOthers: false)
        let cases: [(existing: [UInt8]?, always: Bool, change: ExportRecord.Change)] = [
            ([1], false, .write), ([3], false, .same), ([2], false, .keep), (nil, false, .keep), ([2], true, .write),
            (nil, true, .write),
        ]
        for one in cases {
            var record = ExportRecord(old, keepsOthers: false)
            let change = try record.change(at: "a", from: one.existing, to: [3], always: one.always)
            #expect(change == one.change, "\(one)")
        }
    }
}
