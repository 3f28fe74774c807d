import { open } from 'node:fs/promises'

/** Detects gzip by its magic bytes, because file names lose their extensions. */
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
