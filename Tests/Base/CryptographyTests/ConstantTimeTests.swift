import Cryptography
import Testing

@Suite struct `Constant-time comparison` {
    @Test(
        arguments: [
            ([], [], true),
            ([1, 2, 3], [1, 2, 3], true),
            ([1, 2, 3], [1, 2, 4], false),
            ([9, 2, 3], [1, 2, 3], false),
            ([1, 2, 3], [1, 2], false),
            ([], [0], false),
        ] as [([UInt8], [UInt8], Bool)])
    func `says whether two byte strings are equal`(first: [UInt8], second: [UInt8], equal: Bool) {
        #expect(ConstantTime.areEqual(first, second) == equal)
    }
}
