import DeploymentExport
import Registry
import Testing

/// An export into a folder that has an earlier one.
struct ProjectUpdateTests {
    /// The folder, as paths and bytes.
    private struct Folder {
        var files: [String: [UInt8]] = [:]

        @discardableResult
        mutating func update(
            _ deployment: LoadedDeployment, _ lifecycle: ProjectExport.Lifecycle = .swiftUI, overwriting: Bool = false
        ) throws -> ProjectUpdate {
            let export = try ProjectExport(deployment, lifecycle: lifecycle)
            let update = try ProjectUpdate(export, overwriting: overwriting) { files[$0] }
            for path in update.removed { files[path] = nil }
            for file in update.written { files[file.path] = file.bytes }
            return update
        }
    }

    private func fruta(host: String? = nil) throws -> LoadedDeployment {
        let sample = try Samples.deployment("fruta")
        guard let host else { return sample }
        let more = try Samples.deployment(host)
        return LoadedDeployment(
            name: sample.name, template: sample.template, stores: sample.stores,
            experiences: sample.experiences + more.experiences, batches: sample.batches, profile: sample.profile)
    }

    @Test func `the second time there is nothing to do`() throws {
        var folder = Folder()
        let first = try folder.update(try fruta())
        #expect(first.kept == [] && first.removed == [] && first.written.count == folder.files.count)
        let second = try folder.update(try fruta())
        #expect(second.written == [] && second.kept == [] && second.removed == [])
    }

    @Test func `a further host comes into the entitlements, which were not changed by hand`() throws {
        var folder = Folder()
        try folder.update(try fruta())
        folder.files["Clip/VisitView.swift"]?.append(0x0A)
        let update = try folder.update(try fruta(host: "melamela"))
        #expect(update.kept == ["Clip/VisitView.swift"])
        #expect(update.written.map(\.path).contains("Clip/Clip.entitlements"))
        let rights = String(decoding: folder.files["Clip/Clip.entitlements"] ?? [], as: UTF8.self)
        #expect(rights.contains("appclips:fruta.example") && rights.contains("appclips:melamela.example"))
        // Once more: what was changed by hand is not forgotten.
        #expect(try folder.update(try fruta()).kept == ["Clip/VisitView.swift"])
        #expect(try folder.update(try fruta(), overwriting: true).kept == [])
        #expect(try folder.update(try fruta()).kept == [])
    }

    @Test func `what was taken away by hand does not come back`() throws {
        var folder = Folder()
        try folder.update(try fruta())
        folder.files["Clip/VisitView.swift"] = nil
        folder.files["Deployment/Sources/Deployment/deployment.json"] = nil
        let update = try folder.update(try fruta())
        #expect(update.kept == ["Clip/VisitView.swift"])
        #expect(update.written.map(\.path) == ["Deployment/Sources/Deployment/deployment.json"])
    }

    @Test func `another way to launch takes the place of the first`() throws {
        var folder = Folder()
        try folder.update(try fruta())
        let update = try folder.update(try fruta(), .scene)
        #expect(ProjectUpdate.lifecycle { folder.files[$0] } == .scene)
        #expect(ProjectUpdate.lifecycle { _ in nil } == nil)
        #expect(update.removed == ["Clip/ClipApp.swift"] && folder.files["Clip/SceneDelegate.swift"] != nil)
        folder.files["Clip/SceneDelegate.swift"]?.append(0x0A)
        #expect(try folder.update(try fruta()).kept == ["Clip/SceneDelegate.swift"])
    }

    @Test(arguments: [#"{"schema":1,"files":{"../x":"0"}}"#, "{", "[]", ""])
    func `a record of others removes nothing and replaces nothing`(record: String) throws {
        var folder = Folder()
        try folder.update(try fruta())
        folder.files["../x"] = []
        folder.files["Clip/VisitView.swift"]?.append(0x0A)
        folder.files[ExportRecord.path] = Array(record.utf8)
        let update = try folder.update(try fruta(), .scene)
        #expect(update.removed == [] && folder.files["../x"] == [])
        #expect(update.kept.contains("Clip/VisitView.swift") && update.kept.contains("Clip/ClipApp.swift"))
    }
}
