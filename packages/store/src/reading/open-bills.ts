/**
 * From user input (files, folders, addresses) to bills that can be read: found, decompressed, identified by content and
 * recognized. Rejects with one sentence; nothing is read into any table here.
 */
import type { BillFormat } from '@kept/domain/bill-format.ts'
import { badInput } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../warehouse/client.ts'
import type { Environment } from './aws-credentials.ts'
import { type BucketFile, findInBucket } from './bucket-files.ts'
import { findFiles, shortList, withoutTwins } from './find-files.ts'
import { identifyFile } from './identify-file.ts'
import { type OpenedFile, openBill } from './open-bill.ts'
import { pairBills } from './pair-bills.ts'
import type { RawFile } from './raw-file.ts'
import type { BillSource } from './source.ts'
import type { SourceColumns } from './source-columns.ts'

export type BillInput = { kind: 'file'; path: string; name?: string } | { kind: 'url'; url: string }

interface OpenBillsOptions {
  scope: Scope
  /** The format the user chose; default: recognized file by file. */
  format?: string | undefined
  /** The currency of bills that name none. */
  currency?: string | undefined
  /** Where bucket credentials are looked up; default: nowhere, so that only public buckets can be read. */
  environment?: Environment | undefined
  signal?: AbortSignal | undefined
}

export interface OpenedBill {
  source: BillSource
  columns: SourceColumns
  format: BillFormat
  /** Why it was recognized as this format, in terms a user can check. */
  reason: string
}

export interface OpenedDelivery {
  bills: OpenedBill[]
  /** Notes about what was skipped, assumed or cannot be known. */
  notes: string[]
}

interface Candidate {
  file: RawFile
  inFolder: boolean
  toSource?: BucketFile['toSource']
}

export async function openBills(
  warehouse: Warehouse,
  inputs: BillInput[],
  formats: readonly BillFormat[],
  options: OpenBillsOptions,
): Promise<OpenedDelivery> {
  if (inputs.length === 0) throw badInput('Nothing to read; give a file, a folder or an address.')
  const notes: string[] = []
  const candidates: Candidate[] = []
  for (const input of inputs) {
    const foundFiles =
      input.kind === 'file'
        ? await findFiles(input.path, input.name ?? input.path)
        : await findInBucket(warehouse, input.url, options.environment ?? {})
    candidates.push(...foundFiles.files)
    notes.push(...foundFiles.notes)
  }
  const { unique, notes: twins } = await withoutTwins(candidates)
  notes.push(...twins)

  const opened: OpenedFile[] = []
  const passedOver: string[] = []
  for (const { file, inFolder, toSource } of unique) {
    options.signal?.throwIfAborted()
    const identified = await identifyFile(file)
    if ('label' in identified) {
      if (!inFolder) throw badInput(`${file.name} is ${identified.label}, not a bill; ${identified.advice}.`)
      passedOver.push(`${file.name} (${identified.label})`)
      continue
    }
    const bill = await openBill(warehouse, identified, { formats, toSource, mustBeBill: !inFolder, ...options })
    if (bill) opened.push(bill)
    else passedOver.push(`${file.name} (unknown columns)`)
  }
  if (opened.length === 0) {
    throw badInput(
      passedOver.length > 0
        ? `No bill found among the files: ${shortList(passedOver)}; check the files.`
        : 'No bill found among the files; check the files.',
    )
  }
  if (passedOver.length > 0) notes.push(`Skipped, because they are not bills: ${shortList(passedOver)}.`)
  const paired = await pairBills(warehouse, opened, options)
  return { bills: paired.map(toOpenedBill), notes: [...notes, ...notesOf(paired)] }
}

function toOpenedBill({ source, columns, format, reason }: OpenedFile): OpenedBill {
  return { source, columns, format, reason }
}

/** Every note once, however many files it applies to. */
function notesOf(opened: OpenedFile[]): string[] {
  const filesByNote = Map.groupBy(
    opened.flatMap(({ notes, source }) => notes.map((note) => ({ note, name: source.name }))),
    ({ note }) => note,
  )
  return [...filesByNote].map(([note, files]) => `${shortList(files.map(({ name }) => name))}: ${note}`)
}
