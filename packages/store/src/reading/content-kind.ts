/** Identifies a file by its first bytes, never by its name. */

/** The compression of a file. */
type Packing = 'none' | 'gzip' | 'zstd' | 'zip'

/** The content, or a label of what it is instead of a bill. */
type Content = { is: 'parquet' | 'json_lines' | 'delimited' } | { is: 'foreign'; label: string; advice: string }

const packings: [signature: number[], packing: Packing][] = [
  [[0x1f, 0x8b], 'gzip'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'zstd'],
  [[0x50, 0x4b, 0x03, 0x04], 'zip'],
  [[0x50, 0x4b, 0x05, 0x06], 'zip'],
]

export function packingOf(start: Buffer): Packing {
  return packings.find(([signature]) => hasSignature(start, signature))?.[1] ?? 'none'
}

const repack = 'unpack it and upload the file inside, or compress it with gzip, zstd or zip'
const asCsv = 'export the bill as CSV or Parquet'

const signatures: [signature: number[] | string, what: string, advice: string][] = [
  ['%PDF', 'a PDF document', asCsv],
  [[0x89, 0x50, 0x4e, 0x47], 'a picture', asCsv],
  [[0xff, 0xd8, 0xff], 'a picture', asCsv],
  ['GIF8', 'a picture', asCsv],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an Excel 97-2003 workbook', 'save the sheet as CSV'],
  ['SQLite format 3', 'a SQLite database', asCsv],
  ['Obj\u0001', 'an Avro file', asCsv],
  ['ORC', 'an ORC file', asCsv],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'packed with xz', repack],
  ['BZh', 'packed with bzip2', repack],
  [[0x37, 0x7a, 0xbc, 0xaf], 'a 7-Zip archive', repack],
  ['Rar!', 'a RAR archive', repack],
  [[0x04, 0x22, 0x4d, 0x18], 'packed with LZ4', repack],
]

/** `start` is the content after decompression. */
export function contentOf(start: Buffer): Content {
  if (hasSignature(start, 'PAR1')) return { is: 'parquet' }
  for (const [signature, label, advice] of signatures) {
    if (hasSignature(start, signature)) return { is: 'foreign', label, advice }
  }
  if (start.subarray(257, 262).toString('latin1') === 'ustar')
    return { is: 'foreign', label: 'a tar archive', advice: repack }
  if (start.subarray(0, 4096).includes(0)) return { is: 'foreign', label: 'no text', advice: asCsv }
  return textContent(
    start
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trimStart(),
  )
}

function textContent(text: string): Content {
  if (/^<(?:!doctype html|html|head|body)/i.test(text)) {
    return {
      is: 'foreign',
      label: 'a web page',
      advice: 'perhaps a sign-in page was saved instead; download the bill again',
    }
  }
  if (/^<[?!a-z]/i.test(text)) return { is: 'foreign', label: 'an XML document', advice: asCsv }
  if (
    /^(?:--[^\n]*\n\s*|\/\*[\s\S]*?\*\/\s*)*(?:create|insert|select|drop|begin|set|use|with)\s+[a-z`"@]/i.test(text) &&
    /[;(]/.test(text)
  ) {
    return { is: 'foreign', label: 'a SQL script', advice: asCsv }
  }
  if (/^\{/.test(text)) return { is: 'json_lines' }
  if (/^\[\s*(?:\{|\])/.test(text)) return { is: 'json_lines' }
  return { is: 'delimited' }
}

function hasSignature(start: Buffer, signature: number[] | string): boolean {
  const expected = typeof signature === 'string' ? Buffer.from(signature, 'latin1') : Buffer.from(signature)
  return start.subarray(0, expected.length).equals(expected)
}
