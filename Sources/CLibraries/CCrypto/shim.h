#pragma once
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
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
