/** `kept verify report.pdf` and `audit-log.csv`: files with a signature over every other byte of themselves. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { auditSelectionSchema } from '@kept/domain/audit.ts'
import { checkAuditSelection } from '@kept/engine/audit/check-selection.ts'
import { openPdf } from '../../billing/documents/reading/pdf-file.ts'
import { readAttachments } from '../../billing/documents/reading/pdf-parts.ts'
import {
  type FileSignature,
  findPdfField,
  readSignatureLine,
  type SignedFields,
  signedFileText,
} from '../../platform/signed-file.ts'
import { signedPdfAttachments } from '../../platform/signed-pdf-attachments.ts'
import { verifyEd25519 } from '../../platform/verify-ed25519.ts'
import { describeFilter } from '../../security/describe-filter.ts'
import { auditColumns } from '../../security/export-columns.ts'
import { checkComplianceReport, parseComplianceReport, titleOfReport } from './compliance-report.ts'
import { sha256 } from './statement-file.ts'

/** Kept writes at most 5,000 events into one. */
const MAX_PDF_BYTES = 256 * 1024 ** 2
/** Longer than the first and the last line of a CSV file, which has the filter of its export. */
const END_BYTES = 16 * 1024

/** `title` says what was verified; `sentence` says what is wrong. */
export type SignedFileResult = { agrees: true; title: string } | { agrees: false; sentence: string }

const wrong = (sentence: string): SignedFileResult => ({ agrees: false, sentence })

/** Undefined when the file is something else. Throws one sentence for a PDF that cannot be read. */
export async function checkSignedFile(
  path: string,
  trustedKey: string | undefined,
): Promise<SignedFileResult | undefined> {
  const ends = await readEnds(path)
  if (!ends) return undefined
  const csv = await checkCsv(path, ends, trustedKey)
  // The start of a PDF whose first bytes were changed is looked for as well, so that the sentence fits.
  return csv ?? (ends.first.includes('%PDF-') ? checkPdf(path, ends.size, trustedKey) : undefined)
}

async function checkPdf(
  path: string,
  size: number,
  trustedKey: string | undefined,
): Promise<SignedFileResult | undefined> {
  if (size > MAX_PDF_BYTES) return undefined
  const pdf = await readFile(path)
  const field = findPdfField(pdf)
  if (field === undefined) {
    const attachments = readAttachments(openPdf(pdf))
    const isOurs = Object.values(signedPdfAttachments).some(({ name }) => attachments.has(name))
    return isOurs ? wrong('The PDF has no signature: it was removed. Download it again.') : undefined
  }
  if (field === 'invalid') return wrong('The signature in the PDF is damaged. Download it again.')
  const failure = checkSignature('pdf', field, trustedKey)
  if (failure !== null) return wrong(failure)
  const attachments = readAttachments(openPdf(pdf))
  const report = attachments.get(signedPdfAttachments.compliance.name)
  const selection = attachments.get(signedPdfAttachments.audit.name)
  if (report) return checkReport(report.toString('utf8'), field.publicKey)
  if (selection) return checkSelection(selection.toString('utf8'))
  return wrong('The PDF is signed, but the data of its pages is not attached to it.')
}

function checkReport(text: string, publicKey: string): SignedFileResult {
  const report = parseComplianceReport(text)
  if (!report) return wrong('The report that is attached to the PDF cannot be read.')
  const sentence = checkComplianceReport(report, publicKey)
  if (sentence !== null) return wrong(`The report that is attached to the PDF does not match. ${sentence}`)
  return { agrees: true, title: titleOfReport(report) }
}

function checkSelection(text: string): SignedFileResult {
  const selection = auditSelectionSchema.safeParse(parseJson(text)).data
  if (!selection) return wrong('The events that are attached to the PDF cannot be read.')
  const sentence = checkAuditSelection(selection, sha256)
  if (sentence !== null) return wrong(sentence)
  const { organization_id, organization, events, exported_at, filter } = selection
  const erased = events.filter((event) => event.erased !== undefined).length
  const unchecked = erased === 0 ? '' : ` Of ${erased} erased events the hash is no longer of their text.`
  const title = titleOfSelection({ organization_id, organization, exported_at, ...filter })
  return { agrees: true, title: `${title}: ${events.length} events.${unchecked}` }
}

/** Whose events they are, when they were exported, and by which filter. */
function titleOfSelection({ organization_id, organization, exported_at, ...filter }: SignedFields): string {
  const chosen = describeFilter(filter)
  return `Audit log of ${organization} (${organization_id}), exported ${exported_at}${chosen && `, only ${chosen}`}`
}

/** The file is read as a stream: a log has no largest size. */
async function checkCsv(
  path: string,
  ends: FileEnds,
  trustedKey: string | undefined,
): Promise<SignedFileResult | undefined> {
  const lastStart = ends.last.lastIndexOf('\n', ends.last.length - 2) + 1
  const lastLine = ends.last.slice(lastStart)
  const head = auditColumns.map(({ label }) => label).join(',')
  if (!ends.first.startsWith(`${head}\r\n`) && !lastLine.startsWith('kept-signature,')) return undefined
  const signature = readSignatureLine(lastLine, auditColumns.length)
  if (!signature) return wrong('The file does not end with its signature: its end is missing or was changed.')
  const end = ends.size - (ends.last.length - lastStart)
  const content = createHash('sha256')
  if (end > 0) for await (const chunk of createReadStream(path, { end: end - 1 })) content.update(chunk)
  content.update(signature.unsigned)
  const failure = checkSignature('csv', { ...signature, sha256: content.digest('hex') }, trustedKey)
  if (failure !== null) return wrong(failure)
  return {
    agrees: true,
    title: `${titleOfSelection(signature.fields)}. Export JSON Lines to check the chain of its events.`,
  }
}

function checkSignature(
  format: 'pdf' | 'csv',
  { publicKey, signature, sha256 }: FileSignature & { sha256: string },
  trustedKey: string | undefined,
): string | null {
  if (trustedKey !== undefined && trustedKey !== publicKey)
    return 'The file was signed with another key than the one you trust.'
  if (verifyEd25519(publicKey, signedFileText(format, sha256), signature)) return null
  return 'The signature does not belong to this file: it was changed after it was signed. Download it again.'
}

interface FileEnds {
  first: string
  last: string
  size: number
}

/** The first and the last bytes, one character for each. Undefined when there is no file: who reads it next says why. */
async function readEnds(path: string): Promise<FileEnds | undefined> {
  const file = await open(path).catch(() => undefined)
  if (!file) return undefined
  try {
    const info = await file.stat()
    if (!info.isFile()) return undefined
    const read = async (position: number) => {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(END_BYTES), position })
      return buffer.toString('latin1', 0, bytesRead)
    }
    return { first: await read(0), last: await read(Math.max(0, info.size - END_BYTES)), size: info.size }
  } finally {
    await file.close()
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
