/** Bytes at the end that may begin a character of UTF-8 whose rest is in the next piece. */
export function unfinishedBytes(bytes: Uint8Array): number {
  for (let offset = 1; offset <= Math.min(3, bytes.length); offset += 1) {
    const byte = bytes[bytes.length - offset] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return length > offset ? offset : 0
    }
  }
  return 0
}
