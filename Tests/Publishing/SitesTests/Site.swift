import AppClips
import Registry

/// A small deployment to make sites of.
enum Site {
    static let app = "ABCDE12345.example.egg.Clip"

    static let profile = DeploymentProfile(
        name: "egg", template: "https://egg.example/store/{store}{?tag}", apps: [app], appStoreIDs: [app: "1500000009"])

    static func experience(
        _ url: String, title: String = "Egg", status: Experience.Status = .active, language: String? = nil,
        app: String? = nil, deployment: String? = nil
    ) throws -> Experience {
        Experience(
            url: try InvocationURL(url), card: try Card(title: title, subtitle: "Breakfast", action: .open),
            language: language, status: status, app: app, deployment: deployment.flatMap { DeploymentName($0) })
    }

    static func tag(_ url: String, state: TagState = .planned) -> Registry.Tag? {
        guard let id = TagID(url.suffix(20).description), let batch = BatchName("b"), let store = StoreID("s") else {
            return nil
        }
        return Registry.Tag(
            id: id, batch: batch, store: store, placement: "door", medium: .qr, url: url, life: TagLife(state: state))
    }
}
