import Testing

/// French puts a space before signs of two parts, and inside its quotation marks. No line may be broken there.
///
/// See: Lexique des règles typographiques en usage à l'Imprimerie nationale, "Ponctuation"
struct FrenchTextTests {
    @Test(arguments: [
        "Station/Console", "Station/WalkPage", "Auditing/Audit", "Auditing/AuditPages", "Auditing/WorkOrders",
    ])
    func `a sign of two parts stays with its word`(_ module: String) throws {
        let lines = try Repository.text("Sources/\(module)/Texts/fr.json").split(separator: "\n")
        let values = lines.compactMap { $0.firstMatch(of: #/^\s*"[^"]*": (".*)$/#).map { String($0.1) } }
        #expect(values.count > 10)
        #expect(values.filter { $0.contains(#/(?:\S|^") [:;?!»]|« /#) } == [])
    }
}
