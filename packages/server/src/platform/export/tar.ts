/** A tar archive (POSIX ustar) as a stream. Files have a known size, so that no archive is ever in memory. */

export interface TarFile {
  /** At most 100 bytes. */
  name: string
  content: Buffer
}

const BLOCK = 512

export async function* tarOf(files: AsyncIterable<TarFile>, modifiedAt: Date): AsyncGenerator<Buffer> {
  for await (const { name, content } of files) {
    yield headerOf(name, content.length, modifiedAt)
    yield content
    const rest = content.length % BLOCK
    if (rest > 0) yield Buffer.alloc(BLOCK - rest)
  }
  yield Buffer.alloc(2 * BLOCK)
}

function headerOf(name: string, size: number, modifiedAt: Date): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`the name ${name} is too long for a tar archive`)
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0)
  const octal = (value: number, offset: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, offset)
  octal(0o600, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(Math.floor(modifiedAt.getTime() / 1000), 136, 12)
  // The checksum is calculated with spaces in its own field.
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  )
  return header
}
