#pragma once
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/params.h>
#include <openssl/rand.h>

// Names that libcrypto keeps pointers to: of a macro Swift would hand over a temporary string.
static inline const char *crypto_name_field_type(void) { return OSSL_PKEY_PARAM_EC_FIELD_TYPE; }
static inline const char *crypto_name_prime_field(void) { return SN_X9_62_prime_field; }
static inline const char *crypto_name_p(void) { return OSSL_PKEY_PARAM_EC_P; }
static inline const char *crypto_name_a(void) { return OSSL_PKEY_PARAM_EC_A; }
static inline const char *crypto_name_b(void) { return OSSL_PKEY_PARAM_EC_B; }
static inline const char *crypto_name_order(void) { return OSSL_PKEY_PARAM_EC_ORDER; }
static inline const char *crypto_name_cofactor(void) { return OSSL_PKEY_PARAM_EC_COFACTOR; }
static inline const char *crypto_name_generator(void) { return OSSL_PKEY_PARAM_EC_GENERATOR; }
static inline const char *crypto_name_public_key(void) { return OSSL_PKEY_PARAM_PUB_KEY; }

// A macro that Swift does not import.
static inline int crypto_selection_public_key(void) { return EVP_PKEY_PUBLIC_KEY; }

#include <openssl/ecdsa.h>
#include <openssl/pem.h>

// The names in the parameters are kept no longer than the call.
static inline int crypto_begin_hmac_sha256(EVP_MAC_CTX *context, const unsigned char *key, size_t count) {
    char digest[] = "SHA256";
    OSSL_PARAM parameters[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0), OSSL_PARAM_END};
    return EVP_MAC_init(context, key, count, parameters);
}

// Macros that Swift does not import.
static inline const char *crypto_name_group(void) { return OSSL_PKEY_PARAM_GROUP_NAME; }
static inline BIO *crypto_memory(const void *bytes, int count) { return BIO_new_mem_buf(bytes, count); }

// A passphrase that is never asked for: libcrypto would otherwise read it from the terminal.
static inline int crypto_no_passphrase(char *buffer, int size, int writing, void *context) {
    (void)buffer, (void)size, (void)writing, (void)context;
    return -1;
}
static inline EVP_PKEY *crypto_read_private_key(BIO *source) {
    return PEM_read_bio_PrivateKey(source, NULL, crypto_no_passphrase, NULL);
}

#include <openssl/x509.h>
#include <openssl/x509v3.h>

// What is done by macros, variadic functions or contexts on the stack.
static inline EVP_PKEY *crypto_new_p256(void) { return EVP_EC_gen("P-256"); }
static inline BIO *crypto_sink(void) { return BIO_new(BIO_s_mem()); }
static inline long crypto_sink_content(BIO *sink, char **bytes) { return BIO_get_mem_data(sink, bytes); }
static inline int crypto_write_private_key(BIO *sink, EVP_PKEY *key) {
    return PEM_write_bio_PrivateKey(sink, key, NULL, NULL, 0, crypto_no_passphrase, NULL);
}
static inline X509 *crypto_read_certificate(BIO *source) {
    return PEM_read_bio_X509(source, NULL, crypto_no_passphrase, NULL);
}
static inline int crypto_add_extension(X509 *certificate, X509 *issuer, int kind, const char *value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, kind, value);
    if (!extension) return 0;
    int done = X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    return done;
}
static inline int crypto_set_name(X509_NAME *name, const char *text) {
    return X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, (const unsigned char *)text, -1, -1, 0);
}
