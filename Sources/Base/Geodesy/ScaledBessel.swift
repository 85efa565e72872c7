import Glibc

/// exp(-z) I0(z), where I0 is the modified Bessel function of the first kind, for z >= 0.
///
/// Relative error below 1e-14. See: Abramowitz and Stegun 9.6.12 and 9.7.1.
func scaledBesselI0(_ z: Double) -> Double {
    z < 18 ? powerSeries(z) : asymptoticSeries(z)
}

/// All terms are positive, so nothing cancels.
private func powerSeries(_ z: Double) -> Double {
    let quarter = z * z / 4
    var term = 1.0
    var sum = 1.0
    var k = 1.0
    while term > sum * 1e-17 {
        term *= quarter / (k * k)
        sum += term
        k += 1
    }
    return sum * exp(-z)
}

/// The terms shrink until k reaches about 2z, long after they are below the last digit.
private func asymptoticSeries(_ z: Double) -> Double {
    let eighth = 1 / (8 * z)
    var term = 1.0
    var sum = 1.0
    var k = 1.0
    while term > 1e-17, k < 2 * z {
        let odd = 2 * k - 1
        term *= odd * odd * eighth / k
        sum += term
        k += 1
    }
    return sum / (2 * Double.pi * z).squareRoot()
}
