/**
 * Which events were seen already, in bounded memory: 64-bit fingerprints in two generations. When one is full the
 * older is forgotten. An event met again after that can only count twice where events are counted; hours are a set of
 * bits, and setting a bit twice changes nothing.
 */
export interface SeenEvents {
  /** True the first time. */
  add(id: string): boolean
  readonly bytes: number
}

/** Six million events stay known in each generation, in 64 MB. */
const mostSlots = 2 ** 23
const fullAt = 0.72

export function seenEvents(slotLimit = mostSlots): SeenEvents {
  let current = table(Math.min(slotLimit, 1024))
  let former: Table | undefined
  const print: Print = { low: 0, high: 0 }
  return {
    get bytes() {
      return 8 * (current.slots + (former?.slots ?? 0))
    },
    add(id) {
      fingerprint(id, print)
      if (former && find(former, print) < 0) return false
      const at = find(current, print)
      if (at < 0) return false
      put(current, at, print)
      if (current.count >= current.slots * fullAt) {
        if (current.slots < slotLimit) current = grown(current)
        else {
          former = current
          current = table(slotLimit)
        }
      }
      return true
    },
  }
}

interface Print {
  low: number
  high: number
}

interface Table {
  slots: number
  count: number
  low: Uint32Array
  high: Uint32Array
}

function table(slots: number): Table {
  return { slots, count: 0, low: new Uint32Array(slots), high: new Uint32Array(slots) }
}

/** The free slot for it, or -1 when it is there. Both halves zero marks a free slot. */
function find({ slots, low, high }: Table, print: Print): number {
  for (let at = print.low & (slots - 1); ; at = (at + 1) & (slots - 1)) {
    const [l, h] = [low[at], high[at]]
    if (l === 0 && h === 0) return at
    if (l === print.low && h === print.high) return -1
  }
}

function put(into: Table, at: number, { low, high }: Print): void {
  into.low[at] = low
  into.high[at] = high
  into.count += 1
}

function grown(full: Table): Table {
  const larger = table(full.slots * 2)
  const print: Print = { low: 0, high: 0 }
  for (let at = 0; at < full.slots; at += 1) {
    print.low = full.low[at] ?? 0
    print.high = full.high[at] ?? 0
    if (print.low !== 0 || print.high !== 0) put(larger, find(larger, print), print)
  }
  return larger
}

/** Two hashes of different making (FNV-1a and MurmurHash3's step), mixed to the last bit. */
function fingerprint(text: string, into: Print): void {
  let a = 0x811c9dc5
  let b = 0x9747b28c
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul((b << 13) | (b >>> 19), 5) + Math.imul(code + 0x7ed55d16, 0xcc9e2d51)
  }
  into.low = mixed(a ^ text.length)
  // Never zero, which marks a free slot.
  into.high = (mixed(b) | 1) >>> 0
}

function mixed(value: number): number {
  let h = value
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}
