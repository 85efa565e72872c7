internal import Chips
internal import Grants
internal import PostgreSQL
internal import Registry

/// The newest loan of each chip.
extension StationRows {
    func newestLoan(of chip: ChipUID) throws -> GrantStanding? {
        try loadLoans([chip])
        guard let key = loans[chip] ?? nil else { return nil }
        return try grant(key)
    }

    /// Chips that have a tag are many, and few were ever lent: one look for all of them.
    func loadLoans(_ chips: some Collection<ChipUID>) throws {
        let missing = chips.filter { loans[$0] == nil }
        guard !missing.isEmpty else { return }
        let found = try connection.all(
            """
            SELECT DISTINCT ON (chip) chip, chain, request FROM grants WHERE chip = ANY($1)
            ORDER BY chip, loan DESC
            """, [.texts(missing.map(\.hexadecimal))]
        ) { (chip: try $0.text(), key: GrantKey(chain: try $0.chain(), request: Int(try $0.integer()))) }
        for chip in missing { loans[chip] = .some(nil) }
        for row in found { if let chip = ChipUID(row.chip) { loans[chip] = .some(row.key) } }
    }

    /// A grant that is to be written may be the newest of its chip.
    func noteLoan(_ grant: Grant, as key: GrantKey) throws {
        guard let loan = grant.loan else { return }
        let newest = try newestLoan(of: loan.chip)?.grant?.loan?.number ?? 0
        if loan.number >= newest { loans[loan.chip] = .some(key) }
    }
}
