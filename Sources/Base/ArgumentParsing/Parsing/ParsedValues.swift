/// What was given on the command line, read through the keys that the command declares.
package struct ParsedValues: Sendable {
    /// By label, the values of each use.
    private let uses: [String: [[String]]]

    init(uses: [String: [[String]]]) {
        self.uses = uses
    }

    /// The value of an option or argument.
    ///
    /// Every text was converted once while the line was parsed, so this cannot fail for a key that the command
    /// declares. A key it does not declare reads as not given; one that must be given has no such reading and
    /// ends the program, as that is a mistake in the command's table.
    package subscript<Key: ParameterKey>(_ key: Key) -> Key.Value {
        do {
            return try key.read(uses[key.parameter.label] ?? [])
        } catch {
            preconditionFailure("\(key.parameter.label) is read by a command that does not declare it")
        }
    }
}
