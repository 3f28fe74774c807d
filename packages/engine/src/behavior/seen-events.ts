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
const maxSlots = 2 ** 23
const fullAt = 0.72

export function seenEvents(slotLimit = maxSlots): SeenEvents {
  let current = table(Math.min(slotLimit, 1024))
  let previous: Table | undefined
  const print: Print = { low: 0, high: 0 }
  return {
    get bytes() {
      return 8 * (current.slots + (previous?.slots ?? 0))
    },
    add(id) {
      fingerprint(id, print)
      if (previous && find(previous, print) < 0) return false
      const slot = find(current, print)
      if (slot < 0) return false
      insert(current, slot, print)
      if (current.count >= current.slots * fullAt) {
        if (current.slots < slotLimit) current = grown(current)
        else {
          previous = current
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
  for (let slot = print.low & (slots - 1); ; slot = (slot + 1) & (slots - 1)) {
    const [l, h] = [low[slot], high[slot]]
    if (l === 0 && h === 0) return slot
    if (l === print.low && h === print.high) return -1
  }
}

function insert(target: Table, slot: number, { low, high }: Print): void {
  target.low[slot] = low
  target.high[slot] = high
  target.count += 1
}

function grown(full: Table): Table {
  const larger = table(full.slots * 2)
  const print: Print = { low: 0, high: 0 }
  for (let slot = 0; slot < full.slots; slot += 1) {
    print.low = full.low[slot] ?? 0
    print.high = full.high[slot] ?? 0
    if (print.low !== 0 || print.high !== 0) insert(larger, find(larger, print), print)
  }
  return larger
}

/** Two hashes of different making (FNV-1a and MurmurHash3's step), mixed to the last bit. */
function fingerprint(text: string, target: Print): void {
  let a = 0x811c9dc5
  let b = 0x9747b28c
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul((b << 13) | (b >>> 19), 5) + Math.imul(code + 0x7ed55d16, 0xcc9e2d51)
  }
  target.low = mixed(a ^ text.length)
  // Never zero, which marks a free slot.
  target.high = (mixed(b) | 1) >>> 0
}

function mixed(value: number): number {
  let h = value
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}
