// Distances on the WGS 84 ellipsoid. A sphere is wrong by up to half a percent: at the edge of a region that is another
// verdict than the station's.

const equator = 6378137;
const flattening = 1 / 298.257223563;
const pole = equator * (1 - flattening);
const radians = (degrees) => (degrees * Math.PI) / 180;

/**
 * Metres between two places, { latitude, longitude } in degrees: Vincenty's inverse formula, to a tenth of a millimetre.
 * Null for places so nearly opposite on the earth that it has no answer; they are 19 000 km apart and more.
 */
export function distance(one, other) {
  const difference = radians(other.longitude - one.longitude);
  const [sinU1, cosU1] = reduced(one.latitude);
  const [sinU2, cosU2] = reduced(other.latitude);
  let lambda = difference;
  for (let round = 0; round < 200; round += 1) {
    const [sinLambda, cosLambda] = [Math.sin(lambda), Math.cos(lambda)];
    const sinSigma = Math.hypot(cosU2 * sinLambda, cosU1 * sinU2 - sinU1 * cosU2 * cosLambda);
    if (sinSigma === 0) return 0;
    const cosSigma = sinU1 * sinU2 + cosU1 * cosU2 * cosLambda;
    const sigma = Math.atan2(sinSigma, cosSigma);
    const sinAlpha = (cosU1 * cosU2 * sinLambda) / sinSigma;
    const cosSquare = 1 - sinAlpha * sinAlpha;
    // Along the equator there is no such angle, and what it is multiplied by is 0.
    const cosMiddle = cosSquare === 0 ? 0 : cosSigma - (2 * sinU1 * sinU2) / cosSquare;
    const c = (flattening / 16) * cosSquare * (4 + flattening * (4 - 3 * cosSquare));
    const before = lambda;
    lambda = difference + (1 - c) * flattening * sinAlpha
      * (sigma + c * sinSigma * (cosMiddle + c * cosSigma * (2 * cosMiddle * cosMiddle - 1)));
    if (Math.abs(lambda - before) < 1e-13) return length(cosSquare, sigma, sinSigma, cosSigma, cosMiddle);
  }
  return null;
}

/** Sine and cosine of the reduced latitude. */
function reduced(latitude) {
  const tangent = (1 - flattening) * Math.tan(radians(latitude));
  const cosine = 1 / Math.sqrt(1 + tangent * tangent);
  return [tangent * cosine, cosine];
}

function length(cosSquare, sigma, sinSigma, cosSigma, cosMiddle) {
  const square = (cosSquare * (equator * equator - pole * pole)) / (pole * pole);
  const a = 1 + (square / 16384) * (4096 + square * (-768 + square * (320 - 175 * square)));
  const b = (square / 1024) * (256 + square * (-128 + square * (74 - 47 * square)));
  const middle = 2 * cosMiddle * cosMiddle - 1;
  const rest = cosSigma * middle
    - (b / 6) * cosMiddle * (4 * sinSigma * sinSigma - 3) * (4 * cosMiddle * cosMiddle - 3);
  return pole * a * (sigma - b * sinSigma * (cosMiddle + (b / 4) * rest));
}
