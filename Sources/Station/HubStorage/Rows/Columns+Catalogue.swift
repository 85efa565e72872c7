internal import AppClips
internal import Geodesy
internal import Registry

/// Stores, experiences and batches as rows.
extension Columns {
    static let ofStore = "key, name, latitude, longitude, radius, address, roaming, place_latitude, place_longitude"

    mutating func readStore() throws -> Store {
        let (id, name) = (try store(), try text())
        let centre = try coordinate()
        let radius = try optionalDouble()
        var region: Region?
        if let centre, let radius { region = try Region(centre: centre, radius: radius) }
        return Store(
            id: id, name: name, region: region, address: try optionalText(), isRoaming: try bool(),
            place: try coordinate())
    }

    mutating func coordinate() throws -> Coordinate? {
        let (latitude, longitude) = (try optionalDouble(), try optionalDouble())
        guard let latitude, let longitude else { return nil }
        return try Coordinate(latitude: latitude, longitude: longitude)
    }

    static let ofExperience = "url, title, subtitle, action, store, image, language, status, app, deployment"

    mutating func readExperience() throws -> Experience {
        Experience(
            url: try InvocationURL(text()), card: try Card(title: text(), subtitle: text(), action: name()),
            store: try optionalIdentifier(), image: try optionalText(), language: try optionalText(),
            status: try name(), app: try optionalText(), deployment: try optionalIdentifier())
    }

    static let ofBatch = "name, template, deployment, paused, doubtful, protection, mirror, genuineness"

    /// Without its tags.
    mutating func readBatch() throws -> Batch {
        let (name, template): (BatchName, String?) = (try identifier(), try optionalText())
        let deployment: DeploymentName? = try optionalIdentifier()
        let (isPaused, isDoubtful) = (try bool(), try bool())
        return Batch(
            name: name, template: template, tags: [], isPaused: isPaused, rules: try rules(), isDoubtful: isDoubtful,
            deployment: deployment)
    }

    mutating func rules() throws -> BatchRules {
        BatchRules(protection: try name(), mirror: try optionalName(), genuineness: try name())
    }
}
