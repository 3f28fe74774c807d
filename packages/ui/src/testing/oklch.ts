/** Color arithmetic for the token tests: OKLCH conversion, contrast, and color blindness. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number]
type Rgb = readonly [number, number, number]

/** Linear sRGB of an OKLCH color (Björn Ottosson's matrices). */
function linear([l, c, h]: Oklch): Rgb {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ]
}

export function inGamut(color: Oklch): boolean {
  return linear(color).every((part) => part >= -0.001 && part <= 1.001)
}

/** WCAG contrast of two colors, 1 to 21. */
export function contrast(a: Oklch, b: Oklch): number {
  const [x, y] = [luminance(linear(a)) + 0.05, luminance(linear(b)) + 0.05]
  return Math.max(x, y) / Math.min(x, y)
}

function luminance(rgb: Rgb): number {
  const [r, g, b] = clip(rgb)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function clip([r, g, b]: Rgb): Rgb {
  const inside = (part: number) => Math.min(1, Math.max(0, part))
  return [inside(r), inside(g), inside(b)]
}

/** Color vision matrices (Machado, Oliveira, and Fernandes 2009, full severity); `gray` is a monochrome print. */
const eyes = {
  common: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
  gray: [0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722],
} as const
export type Eye = keyof typeof eyes

/** Distance of two colors for a type of color vision: Euclidean in OKLab; 0.02 is just noticeable. */
export function distance(a: Oklch, b: Oklch, eye: Eye): number {
  const [x, y] = [lab(simulateEye(linear(a), eye)), lab(simulateEye(linear(b), eye))]
  return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2])
}

function simulateEye(rgb: Rgb, eye: Eye): Rgb {
  const m = eyes[eye]
  const [r, g, b] = clip(rgb)
  return clip([m[0] * r + m[1] * g + m[2] * b, m[3] * r + m[4] * g + m[5] * b, m[6] * r + m[7] * g + m[8] * b])
}

function lab([r, g, b]: Rgb): Rgb {
  const x = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const y = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const z = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * x + 0.793617785 * y - 0.0040720468 * z,
    1.9779984951 * x - 2.428592205 * y + 0.4505937099 * z,
    0.0259040371 * x + 0.7827717662 * y - 0.808675766 * z,
  ]
}
