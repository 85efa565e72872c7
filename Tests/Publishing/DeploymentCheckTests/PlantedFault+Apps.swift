import AppClips
import DeploymentCheck
import Registry

/// Faults of apps and of what websites say for them.
extension PlantedFault {
    static let apps = [
        PlantedFault(code: .noApp, deployment: "bikesrental", words: "no App Clip is named") {
            $0.reprofile(apps: [], appStoreIDs: [:])
        },
        PlantedFault(code: .appUnknown, deployment: "bikesrental", words: "is not among the deployment's apps") {
            $0.replace(0, app: "ABCDE12345.example.other.Clip")
            $0.associations = nil
        },
        PlantedFault(code: .noAppStoreID, deployment: "bikesrental", words: "no Smart App Banner can be made") {
            $0.reprofile(apps: $0.deployments[0].apps, appStoreIDs: [:])
        },
        PlantedFault(code: .noFullApp, deployment: "bikesrental", words: "the full app of ABCDE12345.example.bikes") {
            $0.reprofile(
                apps: $0.deployments[0].apps, appStoreIDs: $0.deployments[0].appStoreIDs, fullApps: [])
        },
        PlantedFault(code: .associationMissing, deployment: "melamela", words: "each host needs its own") {
            $0.associations = [:]
        },
        PlantedFault(
            code: .associationMissing, deployment: "melamela",
            words: "it is needed for App Clip Codes, banners and links in Messages, phones with iOS 16.3 and earlier"
        ) {
            $0.associations = ["melamela.example": .unreadable("it is not JSON")]
        },
        PlantedFault(
            code: .associationApp, deployment: "melamela", words: "does not name ABCDE12345.example.melamela.Clip"
        ) {
            $0.vouch(for: ["ABCDE12345.example.other.Clip"])
        },
        PlantedFault(
            code: .linksMissing, deployment: "melamela", words: "do not give ABCDE12345.example.melamela every URL"
        ) {
            $0.associations = ["melamela.example": .apps($0.deployments[0].apps)]
        },
        PlantedFault(code: .linksMissing, deployment: "melamela", words: "with the full app people see the website") {
            let links = AppLinks([
                .init(
                    apps: $0.deployments[0].fullApps,
                    components: [LinkComponent(query: .items(["tag": "m-t05"]), excludes: true), LinkComponent()])
            ])
            $0.associations = ["melamela.example": .apps($0.deployments[0].apps, links: links)]
        },
        PlantedFault(code: .androidLinks, deployment: "melamela", words: "it has no assetlinks.json") { $0.grant([:]) },
        PlantedFault(code: .androidLinks, deployment: "melamela", words: "cannot be read: it is not JSON") {
            $0.grant(["melamela.example": .unreadable("it is not JSON")])
        },
        PlantedFault(code: .androidLinks, deployment: "melamela", words: "it lacks the certificate BB:02") {
            $0.grant(["melamela.example": .apps(["example.app": ["AA:01"]])])
        },
    ]
}
