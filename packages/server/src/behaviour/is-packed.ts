import { open } from 'node:fs/promises'

/** Whether a file is gzipped, by its first bytes: names lose their ends on the way. */
export async function isPacked(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const start = Buffer.alloc(2)
    await file.read(start, 0, 2, 0)
    return start[0] === 0x1f && start[1] === 0x8b
  } finally {
    await file.close()
  }
}
