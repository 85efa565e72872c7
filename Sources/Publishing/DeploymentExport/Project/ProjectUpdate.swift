/// What an export changes in a folder that may hold an earlier one. Data is always brought up to date. Sources and
/// settings are kept when they were changed by hand since they were written, as the ``ExportRecord`` in the folder
/// knows.
package struct ProjectUpdate: Sendable {
    /// Files to be written, the record with them.
    package private(set) var written: [ProjectExport.File] = []
    /// Paths of files that were changed or deleted by hand. They stay as they are.
    package private(set) var kept: [String] = []
    /// Paths of files of an earlier export that this one does not have.
    package private(set) var removed: [String] = []

    /// How the App Clip of the folder is launched; nil where there is none, or both ways are there.
    package static func lifecycle(of existing: (_ path: String) throws -> [UInt8]?) rethrows -> ProjectExport.Lifecycle?
    {
        let found = try ProjectSource.all.filter { try $0.lifecycle != nil && existing($0.path) != nil }
        return found.count == 1 ? found[0].lifecycle : nil
    }

    /// `existing` gives what the folder has at a path, nil where there is nothing. With `overwriting` sources and
    /// settings that were changed by hand are replaced, too.
    package init(
        _ export: ProjectExport, overwriting: Bool, existing: (_ path: String) throws -> [UInt8]?
    ) throws {
        var record = ExportRecord(try existing(ExportRecord.path), keepsOthers: false)
        for file in export.files {
            switch try record.change(
                at: file.path, from: existing(file.path), to: file.bytes, always: file.isData || overwriting)
            {
            case .write: written.append(file)
            case .same: break
            case .keep: kept.append(file.path)
            }
        }
        // Two ways to launch in one folder do not compile. No other path is touched, whatever the record says.
        for path in ProjectSource.all.map(\.path) where !export.files.contains(where: { $0.path == path }) {
            guard let old = try existing(path) else { continue }
            if try overwriting || record.isOurs(old, at: path) { removed.append(path) } else { kept.append(path) }
        }
        let bytes = try record.bytes
        if try existing(ExportRecord.path) != bytes {
            written.append(ProjectExport.File(path: ExportRecord.path, bytes: bytes, isData: true))
        }
    }
}
