import Labels
import Testing

@Suite struct ShortIdentifierTests {
    /// ISO/IEC 7064, MOD 37,36: an example of the standard for this system.
    @Test func `the check character is that of the standard`() {
        #expect(ShortIdentifier.checkCharacter(of: "A12425GABC1234002") == "M")
    }

    @Test func `an identifier has its check character, and a long one is shortened`() {
        #expect(ShortIdentifier.text(of: "BEC-1000") == "BEC-1000/\(ShortIdentifier.checkCharacter(of: "BEC-1000"))")
        let long = "0190f3c2-7b1e-7cc3-98c4-dc0c0c07398f"
        #expect(ShortIdentifier.text(of: long).hasPrefix("\u{2026}dc0c0c07398f/"))
    }

    @Test func `one wrong letter and two swapped ones are noticed`() {
        let check = ShortIdentifier.checkCharacter(of: "BEC-1047")
        #expect(ShortIdentifier.checkCharacter(of: "bec-1047") == check)
        #expect(ShortIdentifier.checkCharacter(of: "BEC-1074") != check)
        #expect(ShortIdentifier.checkCharacter(of: "BEC-1048") != check)
    }
}
