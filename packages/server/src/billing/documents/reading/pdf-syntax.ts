/**
 * Reads the objects of a PDF (ISO 32000-1, 7.3), strictly: what Kept writes and nothing that other programs may add.
 * Throws `bad_input` with one sentence for everything else.
 */
import { badInput } from '@kept/domain/errors.ts'

export type PdfValue = number | boolean | null | PdfName | PdfText | PdfReference | PdfValue[] | PdfDictionary
export type PdfDictionary = Map<string, PdfValue>

export class PdfName {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}
export class PdfText {
  readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}
export class PdfReference {
  readonly number: number
  constructor(number: number) {
    this.number = number
  }
}

const maxDepth = 40
const maxTokens = 4_000_000

export function damagedPdf(detail: string): Error {
  return badInput(
    `The PDF is damaged or was changed by another program (${detail}). Use the file as you received or downloaded it.`,
  )
}

export interface PdfReader {
  position: number
  /** Reads one value; undefined where an operator or keyword stands, which `keyword` reads. */
  value(): PdfValue | undefined
  keyword(): string
  skipSpace(): void
}

const isSpace = (byte: number | undefined) =>
  byte !== undefined && (byte === 32 || (byte >= 9 && byte <= 13) || byte === 0)
const isDelimiter = (byte: number | undefined) =>
  byte === undefined || isSpace(byte) || '()<>[]{}/%'.includes(String.fromCharCode(byte))

export function readPdfSyntax(bytes: Buffer, start = 0): PdfReader {
  let tokens = 0
  const reader: PdfReader = {
    position: start,
    skipSpace() {
      for (;;) {
        while (isSpace(bytes[reader.position])) reader.position += 1
        if (bytes[reader.position] !== 0x25) return
        while (reader.position < bytes.length && bytes[reader.position] !== 10) reader.position += 1
      }
    },
    keyword() {
      reader.skipSpace()
      const from = reader.position
      while (!isDelimiter(bytes[reader.position])) reader.position += 1
      if (reader.position === from) throw damagedPdf(`nothing to read at byte ${from}`)
      return bytes.toString('latin1', from, reader.position)
    },
    value: () => valueAt(0),
  }

  function valueAt(depth: number): PdfValue | undefined {
    tokens += 1
    if (depth > maxDepth || tokens > maxTokens) throw damagedPdf('its objects are nested too deeply')
    reader.skipSpace()
    const byte = bytes[reader.position]
    if (byte === 0x2f) return readName()
    if (byte === 0x28) return readLiteral()
    if (byte === 0x5b) return readArray(depth)
    if (byte === 0x3c) return bytes[reader.position + 1] === 0x3c ? readDictionary(depth) : readHex()
    const word = peekWord()
    if (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(word)) return readNumber(word)
    if (word !== 'true' && word !== 'false' && word !== 'null') return undefined
    reader.position += word.length
    return word === 'null' ? null : word === 'true'
  }

  function peekWord(): string {
    let end = reader.position
    while (!isDelimiter(bytes[end])) end += 1
    return bytes.toString('latin1', reader.position, end)
  }

  /** A number, or a reference such as "12 0 R". */
  function readNumber(word: string): number | PdfReference {
    const reference = /^(\d{1,7}) 0 R(?![A-Za-z0-9])/.exec(
      bytes.toString('latin1', reader.position, reader.position + 16),
    )
    if (reference) {
      reader.position += reference[0].length
      return new PdfReference(Number(reference[1]))
    }
    reader.position += word.length
    return Number(word)
  }

  function readName(): PdfName {
    reader.position += 1
    const word = peekWord()
    reader.position += word.length
    return new PdfName(
      word.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    )
  }

  function readHex(): PdfText {
    const end = bytes.indexOf(0x3e, reader.position)
    if (end < 0) throw damagedPdf('a text does not end')
    const hex = bytes.toString('latin1', reader.position + 1, end).replaceAll(/\s/g, '')
    if (!/^[0-9A-Fa-f]*$/.test(hex)) throw damagedPdf('a text is not hexadecimal')
    reader.position = end + 1
    return new PdfText(Buffer.from(hex.length % 2 ? `${hex}0` : hex, 'hex'))
  }

  function readLiteral(): PdfText {
    const parts: number[] = []
    let open = 0
    for (;;) {
      const byte = bytes[reader.position]
      if (byte === undefined) throw damagedPdf('a text does not end')
      reader.position += 1
      if (byte === 0x5c) parts.push(...readEscape())
      else if (byte === 0x28 && open++ === 0) continue
      else if (byte === 0x29 && --open === 0) return new PdfText(Buffer.from(parts))
      else parts.push(byte)
    }
  }

  function readEscape(): number[] {
    const octal = /^[0-7]{1,3}/.exec(bytes.toString('latin1', reader.position, reader.position + 3))?.[0]
    if (octal) {
      reader.position += octal.length
      return [Number.parseInt(octal, 8) & 255]
    }
    const byte = bytes[reader.position] ?? 0
    reader.position += 1
    const named: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 }
    return [named[String.fromCharCode(byte)] ?? byte]
  }

  function readArray(depth: number): PdfValue[] {
    reader.position += 1
    const values: PdfValue[] = []
    for (;;) {
      reader.skipSpace()
      if (bytes[reader.position] === 0x5d) break
      const value = valueAt(depth + 1)
      if (value === undefined) throw damagedPdf('a list does not end')
      values.push(value)
    }
    reader.position += 1
    return values
  }

  function readDictionary(depth: number): PdfDictionary {
    reader.position += 2
    const dictionary: PdfDictionary = new Map()
    for (;;) {
      reader.skipSpace()
      if (bytes[reader.position] === 0x3e && bytes[reader.position + 1] === 0x3e) break
      const key = valueAt(depth + 1)
      const value = valueAt(depth + 1)
      if (!(key instanceof PdfName) || value === undefined) throw damagedPdf('a dictionary is broken')
      if (dictionary.has(key.name)) throw damagedPdf(`${key.name} is given twice`)
      dictionary.set(key.name, value)
    }
    reader.position += 2
    return dictionary
  }
  return reader
}
