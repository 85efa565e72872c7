extension Type2Image {
    /// CFG0 as the base of a plan: what the page holds, or the factory's value with the AUTH0 of the page where it was
    /// torn while it was programmed. Configuration pages are not protected against that (NTAG213F/216F data sheet,
    /// p. 44). Nil when the page was not read or the product has none.
    ///
    /// What the owner of a chip may have set there is not given up, for a lock freezes the page: the bits of a field
    /// detection pin, and all that is not known to be a mirror (TT_EN of an NTAG213 TagTamper).
    ///
    /// `keepsMirror`: the mirror was planned and verified before, so only the page's reserved bits show a torn one.
    func soundCFG0(keepsMirror: Bool) -> [UInt8]? {
        guard case .password(let page) = product.protection, let bytes = self[page: page] else { return nil }
        guard product.mirroring != .unknown, isCFG0Torn(bytes, keepsMirror: keepsMirror) else { return bytes }
        return [product.factoryCFG0[0] | bytes[0] & product.pinBits] + product.factoryCFG0.dropFirst() + [bytes[3]]
    }

    /// CFG1 as the base of a lock, which freezes it: a page that was torn has the factory's bytes behind ACCESS again. An
    /// Ultralight EV1 keeps its VCTID, unless the bytes behind that are torn as well; what other products keep there is
    /// theirs.
    var soundCFG1: [UInt8]? {
        guard case .password(let page) = product.protection, let bytes = self[page: page + 1] else { return nil }
        let isTorn =
            switch product.mirroring {
            case .known: true
            case .none: bytes[2...3] != [0x00, 0x00]
            case .unknown: false
            }
        return isTorn ? [bytes[0], 0x05, 0x00, 0x00] : bytes
    }

    /// Whether CFG0 holds what neither the factory nor a plan of ours writes.
    var hasTornCFG0: Bool {
        guard case .password(let page) = product.protection, let bytes = self[page: page] else { return false }
        return isCFG0Torn(bytes, keepsMirror: false)
    }

    private func isCFG0Torn(_ bytes: [UInt8], keepsMirror: Bool) -> Bool {
        // RFUI: the second byte, and of MIRROR bits 3, 1 and 0 where they are not about a pin. An Ultralight EV1 has
        // STRG_MOD_EN alone.
        let isReservedSet =
            switch product.mirroring {
            case .known: bytes[0] & 0x0B & ~product.pinBits != 0 || bytes[1] != 0
            case .none: bytes[0] & 0xFB != 0 || bytes[1] != 0
            case .unknown: false
            }
        if isReservedSet { return true }
        return !keepsMirror && ![PasswordPlan.firstProtectedPage, PasswordPlan.off].contains(bytes[3])
    }
}
