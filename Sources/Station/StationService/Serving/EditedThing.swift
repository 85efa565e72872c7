/// What can be edited, by the path of the document that shows it.
enum EditedThing: String, Sendable {
    case batch = "/v1/batches/{name}"
    case tag = "/v1/tags/{id}"
    case finding = "/v1/findings/{number}"

    var path: String { rawValue }
}
