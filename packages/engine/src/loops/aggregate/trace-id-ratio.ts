/**
 * The rate at which traces were kept, read from their IDs. The sampler that SDKs use by default (TraceIdRatioBased)
 * keeps a trace whose id, read as a number, lies below a bound: of many random ids none lies above it. SDKs read the id in
 * different ways, each of which is tried.
 */

/** What a bound is read from, as a share of all ids: Go and Python, Java, JavaScript, and consistent sampling. */
const readings: ((id: string) => number)[] = [
  (id) => part(id, 16),
  (id) => 1 - Math.abs(1 - 2 * part(id, 16)),
  (id) => ((chunk(id, 0) ^ chunk(id, 8) ^ chunk(id, 16) ^ chunk(id, 24)) >>> 0) / 2 ** 32,
  (id) => 1 - part(id, 18),
]
const chunk = (id: string, at: number) => Number.parseInt(id.slice(at, at + 8), 16)
const part = (id: string, at: number) => chunk(id, at) / 2 ** 32

/** Traces before anything is said, and after which the ids of the next are only held against the bound. */
const [fewest, most] = [30, 64]
/** That so many random ids lie below their highest is due to chance less often than this. */
const byChance = 1e-6
/** Below this it is no rate: ids are counted up, not drawn. */
const leastRate = 5e-4
/** Drawn evenly, ids below a bound have their mean at half of it. */
const [meanFrom, meanTo] = [0.35, 0.65]
const hexId = /^[0-9a-f]{32}$/
const maxResources = 20_000

interface Seen {
  ids: Set<string> | undefined
  last: string
  count: number
  highest: number[]
  sums: number[]
}

export class TraceIdRatio {
  readonly #byResource = new Map<string, Seen | null>()

  /** The probability with which the traces of a resource were kept; 1 where the ids do not tell. */
  note(resourceId: string, traceId: string): number {
    let seen = this.#byResource.get(resourceId)
    if (seen === null) return 1
    if (!seen) {
      if (this.#byResource.size >= maxResources) return 1
      seen = { ids: new Set(), last: '', count: 0, highest: readings.map(() => 0), sums: readings.map(() => 0) }
      this.#byResource.set(resourceId, seen)
    }
    if (seen.last !== traceId) {
      seen.last = traceId
      if (!add(seen, traceId)) {
        this.#byResource.set(resourceId, null)
        return 1
      }
    }
    const rate = rateOf(seen)
    if (rate === 1 && seen.count >= most) this.#byResource.set(resourceId, null)
    return rate
  }
}

/** False where the id is none that a sampler could read. */
function add(seen: Seen, traceId: string): boolean {
  if (!hexId.test(traceId)) return false
  if (seen.ids?.has(traceId)) return true
  const isFull = seen.count >= most
  for (const [index, read] of readings.entries()) {
    const value = read(traceId)
    seen.highest[index] = Math.max(seen.highest[index] ?? 0, value)
    if (!isFull) seen.sums[index] = (seen.sums[index] ?? 0) + value
  }
  if (isFull) seen.ids = undefined
  else {
    seen.ids?.add(traceId)
    seen.count += 1
  }
  return true
}

function rateOf({ count, highest, sums }: Seen): number {
  if (count < fewest) return 1
  let rate = 1
  for (const [index, top] of highest.entries()) {
    const mean = (sums[index] ?? 0) / count / top
    if (top < leastRate || top ** count > byChance || mean < meanFrom || mean > meanTo) continue
    rate = Math.min(rate, top * (1 + 1 / count))
  }
  return rate
}
