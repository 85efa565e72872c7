/// Tags of chips that are lent.
extension HubSchema {
    static let loans = [
        // Of a grant that lends the tag of a chip: the chip, and how often its tag had been lent.
        "ALTER TABLE grants ADD COLUMN chip \(text), ADD COLUMN loan bigint",
        "CREATE INDEX grants_by_chip ON grants (chip, loan) WHERE chip IS NOT NULL",
    ]
}
