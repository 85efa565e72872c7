package import Foundation

/// The schemas of a document's types, each under its name.
///
/// A schema is what the type's own `init(from:)` asks a decoder for, so that the two cannot differ: see
/// ``SchemaProbe``.
package final class SchemaBook {
    package private(set) var schemas: [String: Schema] = [:]

    package init() {}

    /// The schema of a type; those of objects go into the book. Throws for a type that asks for a value that is not
    /// known to be one of its own: it has to be a ``DescribedValue``.
    package func schema<Value: Decodable>(of type: Value.Type) throws -> Schema { try describe(type).schema }

    func describe<Value: Decodable>(_ type: Value.Type) throws -> (value: Value, schema: Schema) {
        if let (value, schema) = known(type), let value = value as? Value { return (value, schema) }
        let probe = SchemaProbe(self)
        let value: Value
        do {
            value = try Value(from: probe)
        } catch let error as SchemaError {
            throw error
        } catch {
            throw SchemaError(type: Self.name(of: type), reason: "\(error)")
        }
        let schema = probe.schema
        guard case .object = schema else { return (value, schema) }
        let name = Self.name(of: type)
        guard schemas[name, default: schema] == schema else {
            throw SchemaError(type: name, reason: "two types have this name")
        }
        schemas[name] = schema
        return (value, .named(name))
    }

    private func known(_ type: any Any.Type) -> (Any, Schema)? {
        switch type {
        case let described as any DescribedValue.Type: return Self.sample(of: described)
        case let choice as any (CaseIterable & RawRepresentable<String>).Type: return Self.choice(choice)
        case is String.Type: return ("text", .text())
        case is Bool.Type: return (true, .boolean)
        case is Int.Type: return (1, .anyInteger)
        case is Int64.Type: return (Int64(1), .anyInteger)
        case is Double.Type: return (1.0, .number())
        default: return nil
        }
    }

    private static func sample<Value: DescribedValue>(of type: Value.Type) -> (Any, Schema) {
        (type.sample, type.schema)
    }

    private static func choice<Value: CaseIterable & RawRepresentable<String>>(_ type: Value.Type) -> (Any, Schema)? {
        type.allCases.first.map { ($0, .choice(type.allCases.map(\.rawValue))) }
    }

    /// `AuditRequest.File`: without the module, as far as a component's name may have it.
    private static func name(of type: any Any.Type) -> String {
        let full = String(reflecting: type)
        let bare = full.split(separator: ".", maxSplits: 1).last.map(String.init) ?? full
        return String(bare.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "_" })
    }
}

/// A type that cannot be described by what it asks for.
package struct SchemaError: Error, CustomStringConvertible {
    package let type: String
    package let reason: String

    package var description: String { "\(type) cannot be described: \(reason)" }
}

extension Data: DescribedValue {
    /// Base64, as `JSONDecoder` reads it.
    package static var schema: Schema {
        .text([
            "contentEncoding": "base64",
            "pattern": "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
        ])
    }

    package static var sample: Data { Data() }
}
