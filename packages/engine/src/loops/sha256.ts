/** SHA-256 (FIPS 180-4) of a text, in hex. Written out because this room has no I/O and the platform's own is asynchronous. */
export function sha256(text: string): string {
  const message = padded(new TextEncoder().encode(text))
  const view = new DataView(message.buffer)
  const state = Uint32Array.of(
    0x6a09e667,
    0xbb67ae85,
    0x3c6ef372,
    0xa54ff53a,
    0x510e527f,
    0x9b05688c,
    0x1f83d9ab,
    0x5be0cd19,
  )
  const schedule = new Uint32Array(64)
  for (let block = 0; block < message.length; block += 64) {
    for (let i = 0; i < 16; i += 1) schedule[i] = view.getUint32(block + i * 4)
    for (let i = 16; i < 64; i += 1) {
      const [w15, w2] = [schedule[i - 15] as number, schedule[i - 2] as number]
      const s0 = rotateRight(w15, 7) ^ rotateRight(w15, 18) ^ (w15 >>> 3)
      const s1 = rotateRight(w2, 17) ^ rotateRight(w2, 19) ^ (w2 >>> 10)
      schedule[i] = (schedule[i - 16] as number) + s0 + (schedule[i - 7] as number) + s1
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
    for (let i = 0; i < 64; i += 1) {
      const t1 =
        (h +
          (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) +
          ((e & f) ^ (~e & g)) +
          (constants[i] as number) +
          (schedule[i] as number)) |
        0
      const t2 = ((rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0]
    }
    ;[a, b, c, d, e, f, g, h].forEach((value, index) => {
      state[index] = (state[index] as number) + value
    })
  }
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('')
}

function padded(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  message.set(bytes)
  message[bytes.length] = 0x80
  new DataView(message.buffer).setBigUint64(message.length - 8, BigInt(bytes.length) * 8n)
  return message
}

function rotateRight(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

/** The first 32 bits of the fractions of the cube roots of the first 64 primes. */
const constants = Uint32Array.from(primes(64), (prime) => fractionOfCubeRoot(prime))

function primes(count: number): number[] {
  const result: number[] = []
  for (let candidate = 2; result.length < count; candidate += 1)
    if (result.every((prime) => candidate % prime !== 0)) result.push(candidate)
  return result
}

/** Exact by integers: the cube root of prime * 2^96 has its fraction in the lowest 32 bits. */
function fractionOfCubeRoot(prime: number): number {
  const target = BigInt(prime) << 96n
  let [low, high] = [0n, 1n << 40n]
  while (low < high) {
    const middle = (low + high + 1n) >> 1n
    if (middle * middle * middle <= target) low = middle
    else high = middle - 1n
  }
  return Number(low & 0xffff_ffffn)
}
