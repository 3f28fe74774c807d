/** True when a zstd file is complete. The engine reads a truncated one up to the cut without an error: half a bill. */
import { open } from 'node:fs/promises'

/** Bytes at a position; fewer, or none, at the end of the file. */
type ReadAt = (position: number, length: number) => Promise<Buffer>

/** Walks from block to block (RFC 8878) without decompressing them. */
export async function isCompleteZstd(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    let window: Buffer = Buffer.alloc(0)
    let windowAt = 0
    const readAt: ReadAt = async (position, length) => {
      if (position < windowAt || position + length > windowAt + window.length) {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(1024 * 1024), 0, 1024 * 1024, position)
        window = buffer.subarray(0, bytesRead)
        windowAt = position
      }
      return window.subarray(position - windowAt, position - windowAt + length)
    }
    let offset = 0
    while (offset < size) {
      const end = await frameEnd(readAt, offset, size)
      if (end === undefined) return false
      offset = end
    }
    return size > 0
  } finally {
    await file.close()
  }
}

async function frameEnd(readAt: ReadAt, start: number, size: number): Promise<number | undefined> {
  const head = await readAt(start, 18)
  if (head.length < 5) return undefined
  const magic = head.readUInt32LE(0)
  if (magic >= 0x184d2a50 && magic <= 0x184d2a5f) {
    const end = head.length < 8 ? size + 1 : start + 8 + head.readUInt32LE(4)
    return end <= size ? end : undefined
  }
  if (magic !== 0xfd2fb528) return undefined
  const descriptor = head[4] ?? 0
  const single = (descriptor >> 5) & 1
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0
  const contentSize = [single, 2, 4, 8][descriptor >> 6] ?? 0
  let offset = start + 5 + (1 - single) + dictionary + contentSize
  for (;;) {
    const block = await readAt(offset, 3)
    if (block.length < 3) return undefined
    const header = block.readUIntLE(0, 3)
    const [last, type, length] = [header & 1, (header >> 1) & 3, header >> 3]
    if (type === 3) return undefined
    offset += 3 + (type === 1 ? 1 : length)
    if (last) break
  }
  offset += descriptor & 4 ? 4 : 0
  return offset <= size ? offset : undefined
}
