extension Conversion where Value == String {
    /// Any text but none.
    package static var text: Conversion<String> {
        Conversion(valueName: "TEXT", expecting: "text that is not empty", parse: nonEmpty)
    }

    /// A path to a file. Whether the file exists is for the command to find out.
    package static var file: Conversion<String> {
        Conversion(valueName: "FILE", expecting: "a path to a file", completion: .files, parse: nonEmpty)
    }

    /// A path to a folder. Whether the folder exists is for the command to find out.
    package static var folder: Conversion<String> {
        Conversion(
            valueName: "FOLDER", expecting: "a path to a folder", completion: .folders, parse: nonEmpty)
    }

    @Sendable private static func nonEmpty(_ text: String) -> String? { text.isEmpty ? nil : text }
}

extension Conversion where Value == Int {
    /// A whole number in a range.
    package static func integer(in range: ClosedRange<Int>) -> Conversion<Int> {
        Conversion(
            valueName: "N", expecting: "a whole number from \(range.lowerBound) to \(range.upperBound)"
        ) {
            Int($0).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension Conversion where Value == Double {
    /// A number in a range, with a point before its decimals.
    package static func number(in range: ClosedRange<Double>) -> Conversion<Double> {
        Conversion(
            valueName: "X",
            expecting: "a number from \(shortest(range.lowerBound)) to \(shortest(range.upperBound))"
        ) {
            Double($0).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    private static func shortest(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? String(number)
    }
}

extension Conversion where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// One of the cases of an enum, by its raw value.
    package static func choice(of type: Value.Type) -> Conversion<Value> { choice(Array(type.allCases)) }

    /// One of some values of an enumeration.
    package static func choice(_ values: [Value]) -> Conversion<Value> {
        let choices = values.map(\.rawValue)
        return Conversion(
            valueName: choices.joined(separator: "|"),
            expecting: choices.count == 1
                ? "only \(choices.joined())" : "one of \(choices.joined(separator: ", "))",
            completion: .choices(choices)
        ) {
            choices.contains($0) ? Value(rawValue: $0) : nil
        }
    }
}
