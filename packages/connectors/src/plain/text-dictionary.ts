/**
 * A dictionary of texts by their bytes: the same few names and numbers are in millions of rows, and are decoded once.
 */
export interface TextDictionary {
  /** The number of a known text, or -1. */
  find(bytes: Uint8Array, start: number, end: number): number
  /** The decoded form of the text. */
  text(bytes: Uint8Array, start: number, end: number): string
  add(text: string): number
}

const maxDictionaryEntries = 1 << 17
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()

/** `form` decodes a text when it is first seen. */
export function openDictionary(form: (text: string) => string = (text) => text): TextDictionary {
  let slots = new Int32Array(1024).fill(-1)
  let arena = new Uint8Array(16 * 1024)
  const offsets = [0]
  const hashes: number[] = []
  const texts: string[] = []

  function slotOf(hash: number, bytes: Uint8Array, start: number, end: number): number {
    const mask = slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entryIndex = slots[slot] ?? -1
      if (entryIndex < 0 || (hashes[entryIndex] === hash && isSame(entryIndex, bytes, start, end))) return slot
    }
  }

  function isSame(entryIndex: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = offsets[entryIndex] ?? 0
    if ((offsets[entryIndex + 1] ?? 0) - from !== end - start) return false
    for (let index = start; index < end; index += 1) if (bytes[index] !== arena[from + index - start]) return false
    return true
  }

  function learn(hash: number, bytes: Uint8Array, start: number, end: number, text: string): number {
    const from = offsets.at(-1) ?? 0
    const to = from + end - start
    if (to > arena.length) arena = grown(arena, to)
    arena.set(bytes.subarray(start, end), from)
    offsets.push(to)
    hashes.push(hash)
    texts.push(text)
    if (texts.length * 2 > slots.length) spread()
    slots[slotOf(hash, arena, from, to)] = texts.length - 1
    return texts.length - 1
  }

  function spread(): void {
    slots = new Int32Array(slots.length * 2).fill(-1)
    for (let entryIndex = 0; entryIndex < texts.length - 1; entryIndex += 1) {
      slots[slotOf(hashes[entryIndex] ?? 0, arena, offsets[entryIndex] ?? 0, offsets[entryIndex + 1] ?? 0)] = entryIndex
    }
  }

  const find = (bytes: Uint8Array, start: number, end: number) =>
    slots[slotOf(hashOf(bytes, start, end), bytes, start, end)] ?? -1
  return {
    find,
    text(bytes, start, end) {
      const hash = hashOf(bytes, start, end)
      const entryIndex = slots[slotOf(hash, bytes, start, end)] ?? -1
      if (entryIndex >= 0) return texts[entryIndex] ?? ''
      const text = form(decoder.decode(bytes.subarray(start, end)))
      if (texts.length < maxDictionaryEntries) learn(hash, bytes, start, end, text)
      return text
    },
    add(text) {
      const bytes = encoder.encode(text)
      const entryIndex = find(bytes, 0, bytes.length)
      return entryIndex >= 0 ? entryIndex : learn(hashOf(bytes, 0, bytes.length), bytes, 0, bytes.length, form(text))
    },
  }
}

/** FNV-1a. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let index = start; index < end; index += 1) hash = Math.imul(hash ^ (bytes[index] ?? 0), 0x01000193)
  return (hash ^ (hash >>> 15)) | 0
}

function grown(bytes: Uint8Array, minSize: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(minSize, bytes.length * 2))
  larger.set(bytes)
  return larger
}
