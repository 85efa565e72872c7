/// The sources of an exported project: the same for every deployment.
struct ProjectSource {
    let path: String
    let bytes: [UInt8]
    /// Nil for both.
    var lifecycle: ProjectExport.Lifecycle?

    private static let package = "Deployment/Sources/Deployment"
    private static let tests = "Deployment/Tests/DeploymentTests"

    static let all = [
        ProjectSource(path: "\(package)/Confirmation.swift", bytes: PackageResources.Confirmation_swift_txt),
        ProjectSource(path: "\(package)/Deployment.swift", bytes: PackageResources.Deployment_swift_txt),
        ProjectSource(path: "\(package)/Deployment+Bundled.swift", bytes: PackageResources.Bundled_swift_txt),
        ProjectSource(
            path: "\(package)/DeploymentDocument.swift", bytes: PackageResources.DeploymentDocument_swift_txt),
        ProjectSource(path: "\(package)/Destination.swift", bytes: PackageResources.Destination_swift_txt),
        ProjectSource(path: "\(package)/ExperienceTable.swift", bytes: PackageResources.ExperienceTable_swift_txt),
        ProjectSource(path: "\(package)/Handover.swift", bytes: PackageResources.Handover_swift_txt),
        ProjectSource(path: "\(package)/PercentText.swift", bytes: PackageResources.PercentText_swift_txt),
        ProjectSource(path: "\(package)/StoreMap.swift", bytes: PackageResources.StoreMap_swift_txt),
        ProjectSource(path: "\(package)/TemplateReader.swift", bytes: PackageResources.TemplateReader_swift_txt),
        ProjectSource(path: "\(package)/URLParts.swift", bytes: PackageResources.URLParts_swift_txt),
        ProjectSource(path: "\(tests)/ConfirmationTests.swift", bytes: PackageResources.ConfirmationTests_swift_txt),
        ProjectSource(path: "\(tests)/VectorTests.swift", bytes: PackageResources.VectorTests_swift_txt),
        ProjectSource(path: "Deployment/Package.swift", bytes: PackageResources.Package_swift_txt),
        ProjectSource(path: "App/FullApp.swift", bytes: PackageResources.FullApp_swift_txt),
        ProjectSource(
            path: "Clip/ClipApp.swift", bytes: PackageResources.ClipApp_swift_txt, lifecycle: .swiftUI),
        ProjectSource(
            path: "Clip/SceneDelegate.swift", bytes: PackageResources.SceneDelegate_swift_txt, lifecycle: .scene),
        ProjectSource(path: "Clip/ConfirmationSender.swift", bytes: PackageResources.ConfirmationSender_swift_txt),
        ProjectSource(path: "Clip/LocationConfirmation.swift", bytes: PackageResources.LocationConfirmation_swift_txt),
        ProjectSource(path: "Clip/VisitModel.swift", bytes: PackageResources.VisitModel_swift_txt),
        ProjectSource(path: "Clip/VisitNotification.swift", bytes: PackageResources.VisitNotification_swift_txt),
        ProjectSource(path: "Clip/VisitView.swift", bytes: PackageResources.VisitView_swift_txt),
    ]
}
