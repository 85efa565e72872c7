import CCrypto

/// Secret bytes: never printed, and overwritten after use. Wraps `OPENSSL_cleanse`, which no optimiser removes.
@safe
final class SecretBytes: @unchecked Sendable {
    // Written by the initialiser and the deinitialiser alone, hence safe to share.
    private let storage: UnsafeMutableBufferPointer<UInt8>

    init(_ bytes: some Collection<UInt8>) {
        unsafe storage = .allocate(capacity: bytes.count)
        _ = unsafe storage.initialize(fromContentsOf: bytes)
    }

    deinit {
        unsafe OPENSSL_cleanse(storage.baseAddress, storage.count)
        unsafe storage.deallocate()
    }

    var count: Int { unsafe storage.count }

    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        unsafe body(UnsafeBufferPointer(storage))
    }
}
