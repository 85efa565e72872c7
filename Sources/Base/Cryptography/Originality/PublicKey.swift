import CCrypto

/// A public key on a curve of given numbers, for verifying ECDSA signatures.
///
/// Owns one key of libcrypto. Wraps `EVP_PKEY_fromdata`, `EVP_PKEY_verify` and `EVP_PKEY_free`.
@safe
struct PublicKey: ~Copyable {
    private let key: OpaquePointer

    /// Throws when libcrypto takes the numbers for no curve, or the point for none on it.
    init(point: [UInt8], on curve: EllipticCurve) throws(CryptographyError) {
        var key: OpaquePointer?
        let parameters = try KeyParameters(point: point, on: curve)
        guard let context = unsafe EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { throw .curveUnavailable }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        guard unsafe EVP_PKEY_fromdata_init(context) == 1,
            unsafe EVP_PKEY_fromdata(context, &key, crypto_selection_public_key(), parameters.list) == 1,
            let key = unsafe key
        else { throw .curveUnavailable }
        unsafe self.key = key
    }

    deinit { unsafe EVP_PKEY_free(key) }

    /// Whether this key's holder has signed these bytes as they are. No digest is taken of them.
    borrowing func verifies(signature: [UInt8], of message: [UInt8]) throws(CryptographyError) -> Bool {
        guard let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else { throw .outOfMemory }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        guard unsafe EVP_PKEY_verify_init(context) == 1 else { throw .curveUnavailable }
        return unsafe EVP_PKEY_verify(context, signature, signature.count, message, message.count) == 1
    }
}

/// The numbers of a key in the form that libcrypto imports.
///
/// Owns one list of parameters. Wraps `OSSL_PARAM_BLD_push_BN`, `OSSL_PARAM_BLD_to_param` and `OSSL_PARAM_free`.
@safe
private struct KeyParameters: ~Copyable {
    let list: UnsafeMutablePointer<OSSL_PARAM>

    init(point: [UInt8], on curve: EllipticCurve) throws(CryptographyError) {
        guard let builder = unsafe OSSL_PARAM_BLD_new() else { throw .outOfMemory }
        defer { unsafe OSSL_PARAM_BLD_free(builder) }
        // The builder keeps pointers to the numbers until the list is made.
        let (p, a, b) = (try BigNumber(curve.p), try BigNumber(curve.a), try BigNumber(curve.b))
        let (order, cofactor) = (try BigNumber(curve.order), try BigNumber(curve.cofactor))
        guard unsafe OSSL_PARAM_BLD_push_BN(builder, crypto_name_p(), p.number) == 1,
            unsafe OSSL_PARAM_BLD_push_BN(builder, crypto_name_a(), a.number) == 1,
            unsafe OSSL_PARAM_BLD_push_BN(builder, crypto_name_b(), b.number) == 1,
            unsafe OSSL_PARAM_BLD_push_BN(builder, crypto_name_order(), order.number) == 1,
            unsafe OSSL_PARAM_BLD_push_BN(builder, crypto_name_cofactor(), cofactor.number) == 1
        else { throw .outOfMemory }
        let list = unsafe curve.generator.withUnsafeBufferPointer { generator in
            unsafe point.withUnsafeBufferPointer { point in
                unsafe Self.finish(builder, generator: generator, point: point)
            }
        }
        withExtendedLifetime((p, a, b, order, cofactor)) {}
        guard let list = unsafe list else { throw .outOfMemory }
        unsafe self.list = list
    }

    deinit { unsafe OSSL_PARAM_free(list) }

    private static func finish(
        _ builder: OpaquePointer, generator: UnsafeBufferPointer<UInt8>, point: UnsafeBufferPointer<UInt8>
    ) -> UnsafeMutablePointer<OSSL_PARAM>? {
        guard
            unsafe OSSL_PARAM_BLD_push_utf8_string(builder, crypto_name_field_type(), crypto_name_prime_field(), 0)
                == 1,
            unsafe OSSL_PARAM_BLD_push_octet_string(
                builder, crypto_name_generator(), generator.baseAddress, generator.count) == 1,
            unsafe OSSL_PARAM_BLD_push_octet_string(
                builder, crypto_name_public_key(), point.baseAddress, point.count) == 1
        else { return nil }
        return unsafe OSSL_PARAM_BLD_to_param(builder)
    }
}

/// A number of any size. Owns it. Wraps `BN_bin2bn` and `BN_free`.
@safe
private final class BigNumber {
    let number: OpaquePointer

    /// From its big-endian bytes.
    init(_ bytes: [UInt8]) throws(CryptographyError) {
        guard let number = unsafe BN_bin2bn(bytes, Int32(bytes.count), nil) else { throw .outOfMemory }
        unsafe self.number = number
    }

    deinit { unsafe BN_free(number) }
}
