/// An HTTP API's description (OpenAPI 3.1).
package struct OpenAPIDocument {
    private let title: String
    private let version: String
    private let introduction: String
    private let operations: [APIOperation]
    private let schemas: [String: Schema]
    private let security: [String: JSONValue]

    /// `introduction` is what holds for every operation (CommonMark); `schemas` are those that the operations name; each
    /// way of `security` to say who asks is enough.
    package init(
        title: String, version: String, introduction: String, operations: [APIOperation], schemas: [String: Schema],
        security: [String: JSONValue]
    ) {
        self.title = title
        self.version = version
        self.introduction = introduction
        self.operations = operations
        self.schemas = schemas
        self.security = security
    }

    package var json: JSONValue {
        var paths: [String: [String: JSONValue]] = [:]
        for operation in operations {
            paths[operation.path, default: [:]][operation.method.lowercased()] = operation.json
        }
        return [
            "openapi": "3.1.0",
            "info": ["title": .text(title), "version": .text(version), "description": .text(introduction)],
            "paths": .object(paths.mapValues { .object($0) }),
            "components": ["schemas": .object(schemas.mapValues(\.json)), "securitySchemes": .object(security)],
            "security": .list(security.keys.sorted().map { .object([$0: []]) }),
        ]
    }
}
