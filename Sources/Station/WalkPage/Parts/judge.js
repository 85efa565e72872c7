// Whether a sign is where it belongs: the verdict of the station's audit for one fix, computed on the phone. The numbers
// that it rests on come with the pack; a test compares 10 000 verdicts with the station's.
import { distance } from "./geodesy.js";

/**
 * The verdict for one fix, { latitude, longitude, accuracy } in degrees and metres, and a region, { latitude, longitude, radius }.
 *
 * `verdict`: "inside", "outside" or "undecided"; `probability` that it is in the region; `metres` from its centre.
 */
export function judge(fix, region, rules) {
  const place = { latitude: kept(fix.latitude, 90), longitude: kept(fix.longitude, 180) };
  // The station keeps a deviation in 32 bits.
  const sigma = Math.fround(fix.accuracy * deviations(rules.confidence));
  const metres = distance(region, place) ?? Infinity;
  const { share, factor } = rules.errorModel;
  const atMost = (x, y) =>
    (1 - share) * measuredAtMost(x, y, sigma) + share * measuredAtMost(x, y, factor * sigma);
  const probability = atMost(region.radius, metres);
  const asFarOff = 1 - atMost(metres, region.radius);
  const verdict = asFarOff <= rules.outsideLimit ? "outside"
    : probability >= rules.insideLimit ? "inside" : "undecided";
  return { verdict, probability, metres };
}

/** As the station keeps an angle: in units of 10^-9 degree. */
const kept = (degrees, half) => (Math.round((degrees + half) * 1e9) - half * 1e9) / 1e9;

/** Deviations in the radius of a circle with this confidence: distances of a Gaussian are Rayleigh's. */
const deviations = (confidence) => 1 / Math.sqrt(-2 * Math.log1p(-confidence));

/** Beyond this many deviations the density holds less than 1e-14. */
const reach = 8.5;

/** The probability that a distance of `y` is measured as `x` or less, with Gaussian errors of `sigma`: Rice's distribution. */
function measuredAtMost(x, y, sigma) {
  const offset = (x - y) / sigma;
  if (offset >= reach) return 1;
  if (offset <= -reach || x <= 0) return 0;
  const away = Math.min(y / sigma, 1e12);
  // The shorter of the two tails is integrated.
  return offset > 0 ? 1 - integral(offset, reach, away) : integral(Math.max(-away, -reach), offset, away);
}

/** The ten positive nodes and weights of Gauss-Legendre quadrature with 20 points (Abramowitz and Stegun, table 25.4). */
const nodes = [0.07652652113349733, 0.22778585114164507, 0.37370608871541956, 0.51086700195082709, 0.63605368072651502,
  0.74633190646015079, 0.83911697182221882, 0.91223442825132590, 0.96397192727791379, 0.99312859918509492];
const weights = [0.15275338713072585, 0.14917298647260374, 0.14209610931838205, 0.13168863844917662, 0.11819453196151841,
  0.10193011981724043, 0.08327674157670474, 0.06267204833410906, 0.04060142980038694, 0.01761400713915211];

function integral(lower, upper, away) {
  if (!(upper > lower)) return 0;
  const panels = Math.ceil((upper - lower) / 2);
  const half = (upper - lower) / (2 * panels);
  let sum = 0;
  for (let panel = 0; panel < panels; panel += 1) {
    const middle = lower + half * (2 * panel + 1);
    nodes.forEach((node, index) => {
      sum += weights[index] * (density(middle - half * node, away) + density(middle + half * node, away));
    });
  }
  return Math.min(Math.max(sum * half, 0), 1);
}

/** Rice's density (a + u) exp(-u^2 / 2) exp(-a t) I0(a t) for t = a + u, which neither overflows nor cancels. */
function density(u, a) {
  const t = a + u;
  return t * Math.exp((-u * u) / 2) * scaledBessel(a * t);
}

/** exp(-z) I0(z) for z >= 0 (Abramowitz and Stegun 9.6.12 and 9.7.1). */
function scaledBessel(z) {
  let [term, sum, k] = [1, 1, 1];
  if (z < 18) {
    const quarter = (z * z) / 4;
    while (term > sum * 1e-17) {
      term *= quarter / (k * k);
      sum += term;
      k += 1;
    }
    return sum * Math.exp(-z);
  }
  const eighth = 1 / (8 * z);
  while (term > 1e-17 && k < 2 * z) {
    const odd = 2 * k - 1;
    term *= (odd * odd * eighth) / k;
    sum += term;
    k += 1;
  }
  return sum / Math.sqrt(2 * Math.PI * z);
}
