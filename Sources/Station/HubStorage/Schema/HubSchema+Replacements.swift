/// Tags that leave their chips, and stations that were declared lost before they were heard.
extension HubSchema {
    static let replacements = [
        // They have adopted no era. Of those that were lost before this step it is not known: any that did not adopt this era
        // counts.
        "UPDATE stations SET adopted = NULL WHERE lost AND adopted IS DISTINCT FROM (SELECT era FROM hub)",
        // How often a tag has left a chip.
        "ALTER TABLE tags ADD COLUMN frees bigint NOT NULL DEFAULT 0",
    ]
}
