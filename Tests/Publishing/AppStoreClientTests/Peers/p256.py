"""Checks an ES256 signature (FIPS 186-4, 6.4 and D.1.2.3) with plain arithmetic, so that the peer needs no package."""
import hashlib

P = 0xFFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
G = (0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
     0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5)


def add(left, right):
    if left is None:
        return right
    if right is None:
        return left
    if left[0] == right[0]:
        if (left[1] + right[1]) % P == 0:
            return None
        slope = (3 * left[0] * left[0] - 3) * pow(2 * left[1], -1, P) % P
    else:
        slope = (right[1] - left[1]) * pow(right[0] - left[0], -1, P) % P
    x = (slope * slope - left[0] - right[0]) % P
    return x, (slope * (left[0] - x) - left[1]) % P


def times(number, point):
    result = None
    while number:
        if number & 1:
            result = add(result, point)
        point = add(point, point)
        number >>= 1
    return result


def verifies(point, signature, message):
    """signature: r and s of 32 bytes each; point: (x, y)."""
    if len(signature) != 64:
        return False
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    if not (0 < r < N and 0 < s < N):
        return False
    digest = int.from_bytes(hashlib.sha256(message).digest(), "big")
    inverse = pow(s, -1, N)
    where = add(times(digest * inverse % N, G), times(r * inverse % N, point))
    return where is not None and where[0] % N == r
