package import Grants
package import Registry

/// What a station's tags need, as far as it is new to the station.
extension HubRegistry: DocumentPages {
    package func documents(heldBy chain: ChainName, after mark: String?) throws -> DocumentPage {
        try documents(heldBy: chain, after: mark, within: .usual)
    }

    /// `limit`: another one for a test.
    package func documents(
        heldBy chain: ChainName, after mark: String?, within limit: DocumentPageLimit
    ) throws -> DocumentPage {
        try read { try DocumentSweep($0, by: self.chain, of: chain, within: limit).page(after: mark) }
    }
}
