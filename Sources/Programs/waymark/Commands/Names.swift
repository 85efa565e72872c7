import ArgumentParsing
import Registry

extension Conversion {
    /// The name of a store, tag, batch or reader.
    static func identifier<Subject>(_ valueName: String) -> Conversion<Identifier<Subject>>
    where Value == Identifier<Subject> {
        Conversion<Identifier<Subject>>(
            valueName: valueName,
            expecting: "a name of 1 to 64 characters, none of them a control character, without white space at its ends"
        ) { Identifier<Subject>($0) }
    }
}
