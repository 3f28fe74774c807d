/**
 * The objects of a PDF as Kept writes it: one cross-reference table, no later revisions, no encryption. Every limit
 * stands here, because the file may come from anyone.
 */
import { inflateSync } from 'node:zlib'
import {
  damagedPdf,
  type PdfDictionary,
  PdfName,
  type PdfReader,
  PdfReference,
  type PdfValue,
  readPdfSyntax,
} from './pdf-syntax.ts'

interface PdfObject {
  readonly value: PdfValue
  /** Decompressed; undefined where the object is no stream. */
  readonly stream?: Buffer
}

export interface PdfFile {
  readonly trailer: PdfDictionary
  /** Reads an object once. */
  object(number: number): PdfObject
  /** Follows a reference. */
  resolve(value: PdfValue | undefined): PdfValue | undefined
  /** The dictionary that `value` is or refers to. */
  dictionary(value: PdfValue | undefined, name: string): PdfDictionary
}

const maxObjects = 200_000
/** A statement of Kept is smaller; a stream that becomes larger was made to exhaust memory. */
const maxStreamBytes = 500_000_000
const maxTotalBytes = 1_000_000_000

export function openPdf(bytes: Buffer): PdfFile {
  const { offsets, trailer } = readTable(bytes)
  const objects = new Map<number, PdfObject>()
  let total = 0

  function object(number: number): PdfObject {
    const read = objects.get(number)
    if (read) return read
    const offset = offsets.get(number)
    if (offset === undefined) throw damagedPdf(`object ${number} is missing`)
    const reader = readPdfSyntax(bytes, offset)
    if (reader.value() !== number || reader.value() !== 0 || reader.keyword() !== 'obj')
      throw damagedPdf(`object ${number} is not where the file says`)
    const value = reader.value()
    if (value === undefined) throw damagedPdf(`object ${number} is empty`)
    const next = reader.keyword()
    if (next === 'endobj') return remember(number, { value })
    if (next !== 'stream' || !(value instanceof Map)) throw damagedPdf(`object ${number} does not end`)
    return remember(number, { value, stream: streamOf(reader, value) })
  }

  function remember(number: number, pdfObject: PdfObject): PdfObject {
    objects.set(number, pdfObject)
    return pdfObject
  }

  function streamOf(reader: PdfReader, dictionary: PdfDictionary): Buffer {
    const length = resolve(dictionary.get('Length'))
    // The keyword is followed by CR LF or LF (7.3.8.1).
    const start = reader.position + (bytes[reader.position] === 13 ? 2 : 1)
    if (typeof length !== 'number' || start + length > bytes.length) throw damagedPdf('a stream is cut off')
    const raw = bytes.subarray(start, start + length)
    const filter = resolve(dictionary.get('Filter'))
    const name = filter instanceof PdfName ? filter.name : Array.isArray(filter) ? 'several' : ''
    const content = name === 'FlateDecode' ? inflate(raw) : raw
    if (!['', 'FlateDecode', 'DCTDecode'].includes(name)) throw damagedPdf(`a stream is packed with ${name}`)
    total += content.length
    if (total > maxTotalBytes) throw damagedPdf(`its streams are larger than ${maxTotalBytes / 1e6} MB`)
    return content
  }

  function resolve(value: PdfValue | undefined): PdfValue | undefined {
    return value instanceof PdfReference ? object(value.number).value : value
  }

  return {
    trailer,
    object,
    resolve,
    dictionary(value, name) {
      const resolved = resolve(value)
      if (!(resolved instanceof Map)) throw damagedPdf(`${name} is missing`)
      return resolved
    },
  }
}

function inflate(raw: Buffer): Buffer {
  try {
    return inflateSync(raw, { maxOutputLength: maxStreamBytes })
  } catch {
    throw damagedPdf(`a stream cannot be unpacked, or is larger than ${maxStreamBytes / 1e6} MB`)
  }
}

function readTable(bytes: Buffer): { offsets: Map<number, number>; trailer: PdfDictionary } {
  const tail = bytes.subarray(-1024).toString('latin1')
  const start = Number(/startxref\s+(\d{1,12})\s+%%EOF\s*$/.exec(tail)?.[1] ?? Number.NaN)
  if (!(start < bytes.length)) throw damagedPdf('it is cut off at its end')
  const reader = readPdfSyntax(bytes, start)
  if (reader.keyword() !== 'xref') throw damagedPdf('it has no table of objects')
  const [first, count] = [reader.value(), reader.value()]
  if (first !== 0 || typeof count !== 'number' || count > maxObjects) throw damagedPdf('its table of objects is broken')
  const offsets = new Map<number, number>()
  for (let number = 0; number < count; number += 1) {
    const offset = reader.value()
    reader.value()
    if (typeof offset !== 'number') throw damagedPdf('its table of objects is broken')
    if (reader.keyword() === 'n') offsets.set(number, offset)
  }
  if (reader.keyword() !== 'trailer') throw damagedPdf('its table of objects does not end')
  const trailer = reader.value()
  if (!(trailer instanceof Map)) throw damagedPdf('it has no trailer')
  for (const key of ['Prev', 'XRefStm', 'Encrypt'])
    if (trailer.has(key))
      throw damagedPdf(key === 'Encrypt' ? 'it is encrypted' : 'it was changed after it was written')
  return { offsets, trailer }
}
