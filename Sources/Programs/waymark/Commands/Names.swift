import ArgumentParsing
import Chips
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

extension Conversion<ChipUID> {
    static let chip = Conversion(
        valueName: "UID", expecting: "4, 7, 8 or 10 bytes in hexadecimal, as the UID of a chip is written"
    ) { ChipUID($0) }
}
