/** Text files that are not UTF-8: recognized and converted to UTF-8, or rejected with one sentence. */
import { type Readable, Transform } from 'node:stream'
import { badInput, type KeptError } from '@kept/domain/errors.ts'
import { type Separator, splitRow } from '@kept/foundation/csv/split-row.ts'
import { asError } from '@kept/foundation/thrown.ts'
import { chunksOf } from './chunks.ts'
import { readCsvHead } from './csv-head.ts'
import { type EncodingRecommendation, inspectEncoding, type TextPlace } from './inspect-encoding.ts'
import { type RawFile, unpacked } from './raw-file.ts'
import { readingError } from './reading-error.ts'
import { maxLineBytes, scanText } from './scan-text.ts'
import type { Compression } from './source.ts'

export type LegacyEncoding = 'windows-1252' | 'utf-16le' | 'utf-16be'

export const encodingLabels: Record<LegacyEncoding, string> = {
  'windows-1252': 'Windows-1252',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
}

/** UTF-16 by its byte order mark, or by a zero byte in every other position of its first letters. */
export function utf16Of(start: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  const sample = start.subarray(0, Math.min(start.length & ~1, 512))
  if (sample.length < 4) return undefined
  const zeros = [0, 0]
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const half = sample.length / 2
  const [even = 0, odd = 0] = zeros
  if (odd > half * 0.8 && even < half * 0.1) return 'utf-16le'
  return even > half * 0.8 && odd < half * 0.1 ? 'utf-16be' : undefined
}

interface CheckedText {
  /** Undefined: UTF-8. */
  encoding: LegacyEncoding | undefined
  /** Notes for the user; empty for UTF-8. */
  notes: string[]
}

/** Scans the entire text once; rejects ambiguous encodings, and lines that are too long to be rows. */
export async function checkText(
  file: RawFile,
  compression: Compression,
  { utf16, isDelimited }: { utf16: 'utf-16le' | 'utf-16be' | undefined; isDelimited: boolean },
): Promise<CheckedText> {
  const limitLines = isDelimited
  try {
    if (utf16) {
      const content = decoded(unpacked(file.open(), compression), utf16)
      if ((await scanText(content, { limitLines })).hasEndlessLine) throw endlessLine(file)
      return { encoding: utf16, notes: [`it is written in ${encodingLabels[utf16]} and was converted to UTF-8.`] }
    }
    const scan = await scanText(unpacked(file.open(), compression), { limitLines })
    if (scan.hasEndlessLine) throw endlessLine(file)
    if (scan.isUtf8) return { encoding: undefined, notes: [] }
    const recommendation = await inspectEncoding(unpacked(file.open(), compression))
    const columns = isDelimited ? await headerOf(file, compression) : undefined
    return evaluate(file, recommendation, columns)
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
      throw badInput(`${file.name} begins as UTF-16 but is damaged further on; save it as UTF-8.`)
    }
    throw await readingError(error, { name: file.name, container: 'CSVWithNames', bytes: file.bytes, from: () => '' })
  }
}

/** The same file as UTF-8. The engine can no longer open it by its path: it is streamed. */
export function decodedFile(
  { name, bytes, open }: RawFile,
  compression: Compression,
  encoding: LegacyEncoding,
): RawFile {
  return { name, bytes, open: () => decoded(unpacked(open(), compression), encoding) }
}

export function decodeStart(start: Buffer, encoding: LegacyEncoding): Buffer {
  return Buffer.from(new TextDecoder(encoding).decode(start, { stream: true }), 'utf8')
}

function decoded(content: Readable, encoding: LegacyEncoding): Readable {
  const decoder = new TextDecoder(encoding, { fatal: encoding !== 'windows-1252' })
  const decode = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        done(null, Buffer.from(decoder.decode(chunk, { stream: true }), 'utf8'))
      } catch (error) {
        done(asError(error))
      }
    },
    flush(done) {
      try {
        done(null, Buffer.from(decoder.decode(), 'utf8'))
      } catch (error) {
        done(asError(error))
      }
    },
  })
  content.on('error', (error) => decode.destroy(error))
  decode.on('close', () => content.destroy())
  return content.pipe(decode)
}

interface Header {
  names: string[]
  delimiter: Separator
}

function evaluate(file: RawFile, recommendation: EncodingRecommendation, header: Header | undefined): CheckedText {
  const location = wordsOfPlace(recommendation.first, header)
  switch (recommendation.is) {
    case 'windows-1252':
      return {
        encoding: 'windows-1252',
        notes: [
          `it is not UTF-8 and was read as Windows-1252 (first in ${location}: "${excerpt(recommendation.first)}").`,
        ],
      }
    case 'mixed':
      throw badInput(
        `${file.name} mixes two encodings: line ${recommendation.utf8Line} is UTF-8, but ${location} is not; save the file as UTF-8 and upload it again.`,
      )
    case 'unknown':
      throw badInput(
        `${file.name} is neither UTF-8 nor Windows-1252 in ${location}; save it as UTF-8 and upload it again.`,
      )
  }
}

function wordsOfPlace({ line, before }: TextPlace, header: Header | undefined): string {
  if (!header || line === 1) return `line ${line}, character ${before.length + 1}`
  const cell = splitRow(before.toString('latin1'), header.delimiter).cells.length - 1
  const name = header.names[cell]
  return name ? `line ${line}, column ${name}` : `line ${line}, character ${before.length + 1}`
}

function excerpt({ context }: TextPlace): string {
  const text = new TextDecoder('windows-1252').decode(context)
  return text.split(/[\r\n]/).find((part) => /[^\x20-\x7e]/.test(part)) ?? ''
}

async function headerOf(file: RawFile, compression: Compression): Promise<Header | undefined> {
  const content = unpacked(file.open(), compression)
  try {
    for await (const chunk of chunksOf(content)) {
      const head = readCsvHead(chunk.toString('latin1'), false)
      return head && { names: head.header, delimiter: head.delimiter }
    }
  } finally {
    content.destroy()
  }
  return undefined
}

function endlessLine({ name }: RawFile): KeptError {
  return badInput(
    `${name} has a line of more than ${maxLineBytes / 1024 ** 2} MB, which is too long for a row of a bill; its line breaks may have been lost, so export it again.`,
  )
}
