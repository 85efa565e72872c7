import Foundation

/// The members of a JSON object and the kinds of their values, for a look at a contract.
///
/// `["code": "text", "tags": "list"]`. A number is `number`, `null` is `null`.
func shape(_ object: [String: Any]) -> [String: String] {
    object.mapValues { value in
        switch value {
        case is NSNull: "null"
        case is String: "text"
        case let number as NSNumber: CFBoolean.isBoolean(number) ? "truth" : "number"
        case is [Any]: "list"
        case is [String: Any]: "object"
        default: "unknown"
        }
    }
}

private enum CFBoolean {
    /// JSONSerialization gives truth values and numbers as the same class.
    static func isBoolean(_ number: NSNumber) -> Bool { String(cString: number.objCType) == "c" }
}
