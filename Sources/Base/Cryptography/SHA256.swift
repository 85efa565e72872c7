import CCrypto
internal import Faults
internal import TextCoding

/// A SHA-256 digest that is still being fed (FIPS 180-4).
///
/// Owns one digest context of libcrypto. Wraps `EVP_MD_fetch`, `EVP_MD_CTX_new`, `EVP_DigestInit_ex`,
/// `EVP_DigestUpdate`, `EVP_DigestFinal_ex` and `EVP_MD_CTX_free`.
@safe
package struct SHA256: ~Copyable {
    /// Bytes in a digest.
    package static let byteCount = 32

    private let context: OpaquePointer

    /// Looked up once: libcrypto otherwise does it for each digest, which takes as long as a short digest. See:
    /// `EVP_MD_fetch`
    private static let algorithm = Algorithm(name: "SHA256")

    /// Lives as long as the program. libcrypto's algorithms may be used by any thread.
    @safe private struct Algorithm: @unchecked Sendable {
        let pointer: OpaquePointer?

        init(name: String) { unsafe pointer = unsafe EVP_MD_fetch(nil, name, nil) }
    }

    /// Starts a digest. Throws when libcrypto cannot compute SHA-256 on this machine.
    package init() throws(CryptographyError) {
        guard let context = unsafe EVP_MD_CTX_new() else { throw .outOfMemory }
        guard unsafe EVP_DigestInit_ex(context, Self.algorithm.pointer, nil) == 1 else {
            unsafe EVP_MD_CTX_free(context)
            throw .digestUnavailable
        }
        unsafe self.context = context
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    /// The digest of `bytes`, 32 bytes long.
    package static func hash(_ bytes: some Collection<UInt8>) throws(CryptographyError) -> [UInt8] {
        var digest = try SHA256()
        try digest.update(bytes)
        return try digest.finish()
    }

    /// The digest of `bytes` as 64 lower-case hexadecimal digits, as `sha256sum` prints it.
    package static func hexadecimal(of bytes: some Collection<UInt8>) throws(CryptographyError) -> String {
        var digest = try SHA256()
        try digest.update(bytes)
        return try digest.hexadecimal()
    }

    /// Takes in more bytes; where the input is cut does not change the digest.
    package mutating func update(_ bytes: some Collection<UInt8>) throws(CryptographyError) {
        let done =
            unsafe bytes.withContiguousStorageIfAvailable { unsafe feed($0) }
            ?? Array(bytes).withUnsafeBufferPointer { unsafe feed($0) }
        guard done else { throw .digestUnavailable }
    }

    /// Ends the digest and returns its 32 bytes.
    package consuming func finish() throws(CryptographyError) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: SHA256.byteCount)
        let status = unsafe digest.withUnsafeMutableBufferPointer { buffer in
            unsafe EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
        }
        guard status == 1 else { throw .digestUnavailable }
        return digest
    }

    /// Ends the digest, begins another one, and returns the first eight bytes as a number, the first of them the highest: of
    /// many short texts none needs memory of its own. Wraps `EVP_DigestInit_ex2` with what it was begun with.
    package mutating func takeBeginning() throws(CryptographyError) -> UInt64 {
        let beginning: UInt64? = unsafe withUnsafeTemporaryAllocation(
            byteCount: SHA256.byteCount, alignment: MemoryLayout<UInt64>.alignment
        ) { digest in
            let bytes = unsafe digest.assumingMemoryBound(to: UInt8.self).baseAddress
            guard unsafe EVP_DigestFinal_ex(context, bytes, nil) == 1,
                unsafe EVP_DigestInit_ex2(context, nil, nil) == 1
            else { return nil }
            return unsafe UInt64(bigEndian: digest.load(as: UInt64.self))
        }
        guard let beginning else { throw .digestUnavailable }
        return beginning
    }

    /// Ends the digest and returns it as 64 lower-case hexadecimal digits.
    package consuming func hexadecimal() throws(CryptographyError) -> String { Hexadecimal.lowercase(try finish()) }

    private borrowing func feed(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        unsafe EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1
    }
}
