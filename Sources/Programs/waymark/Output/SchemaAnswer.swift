/// A value with the schema's number beside its own members, for answers whose wire type has none.
struct SchemaAnswer<Value: Encodable>: Encodable {
    let value: Value

    private enum CodingKeys: String, CodingKey {
        case schema
    }

    init(_ value: Value) {
        self.value = value
    }

    func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(1, forKey: .schema)
    }
}
