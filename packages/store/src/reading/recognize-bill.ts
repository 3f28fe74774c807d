/** Recognizes the format of a file by its columns and, where needed, its rows; or explains why it is not a bill. */
import { type BillFormat, missingColumns, nearestFormat, recognizeFormats } from '@kept/domain/bill-format.ts'
import { badInput, type KeptError } from '@kept/domain/errors.ts'
import { type Condition, columnKey } from '@kept/domain/mapping.ts'

interface Recognized {
  format: BillFormat
  /** The reason, after "Recognized": "by its columns A, B and C". */
  reason: string
}

interface Recognition {
  name: string
  formats: readonly BillFormat[]
  /** Column names as in the file. */
  columns: readonly string[]
  /** The format the user chose, which overrides recognition. */
  requestedFormat: string | undefined
  /** Whether some row satisfies the condition that distinguishes a format from its twin. */
  hasRow(condition: Condition): Promise<boolean>
  /** The file's name and path, for twins that not even rows distinguish. */
  path: string
}

/** The format; undefined when the file resembles no bill; throws when it nearly matches one. */
export async function recognizeBill(recognition: Recognition): Promise<Recognized | undefined> {
  const { name, formats, columns, requestedFormat } = recognition
  if (requestedFormat !== undefined) return asRequested(recognition, requestedFormat)
  const candidates = recognizeFormats(formats, columns)
  const completeMatches = candidates.filter((format) => missingColumns(format, columns).length === 0)
  const [byRows, rowEvidence] = await firstByRows(recognition, completeMatches)
  if (byRows)
    return {
      format: byRows,
      reason: `${describeRecognition(byRows, columns)}${rowEvidence ? ` and ${rowEvidence}` : ''}`,
    }
  const [nearly] = candidates
  if (nearly) throw lacking(name, nearly, columns)
  const nearest = nearestFormat(formats, columns)
  if (nearest && nearest.share >= 0.6) throw lacking(name, nearest.format, columns)
  return undefined
}

/** The best match by rows; twins without such rows are distinguished by the path, if it helps. */
async function firstByRows(
  { hasRow, path }: Recognition,
  candidates: BillFormat[],
): Promise<[BillFormat | undefined, string | undefined]> {
  for (const format of candidates) {
    const { rows } = format.signature
    if (!rows) return [format, undefined]
    if (await hasRow(rows.condition)) return [format, rows.description]
    const { hint, unless } = format.path ?? {}
    const lowerPath = path.toLowerCase()
    if (hint && lowerPath.includes(hint) && !lowerPath.includes(unless ?? ' '))
      return [format, `the word "${hint}" in its name`]
  }
  return [undefined, undefined]
}

function asRequested({ name, formats, columns }: Recognition, requestedFormat: string): Recognized {
  const format = formats.find(({ id }) => id === requestedFormat)
  if (!format) {
    throw badInput(`Unknown format "${requestedFormat}"; the formats are ${formats.map(({ id }) => id).join(', ')}.`)
  }
  const missing = missingColumns(format, columns)
  if (missing.length > 0) {
    const [fits] = recognizeFormats(formats, columns)
    throw badInput(
      `${name} cannot be read as ${format.label}: it has no column ${either(missing[0] ?? [])}; ${
        fits ? `it looks like ${fits.label} (${fits.id})` : 'leave the format out to have it recognized'
      }.`,
    )
  }
  return { format, reason: `as asked for (${format.id})` }
}

function lacking(name: string, format: BillFormat, columns: readonly string[]): KeptError {
  const keys = new Set(columns.map(columnKey))
  const columnGroups = [...missingColumns(format, columns), ...format.signature.all.map((column) => [column])]
  const missing = columnGroups.filter((names) => !names.some((alternative) => keys.has(columnKey(alternative))))
  const labels = [...new Set(missing.map(either))].slice(0, 3)
  const first = labels.length > 0 ? labels.join(' and no column ') : either((format.signature.anyOf ?? [])[0] ?? [])
  return badInput(
    `${name} looks like ${format.label}, but it has no column ${first}; export the bill with all its columns.`,
  )
}

export function unknownBill(name: string, columns: readonly string[], formats: readonly BillFormat[]): KeptError {
  const shownColumns = columns.slice(0, 6).map((column) => (column.length > 40 ? `${column.slice(0, 39)}…` : column))
  const more = columns.length > shownColumns.length ? ` and ${columns.length - shownColumns.length} more` : ''
  const nearest = nearestFormat(formats, columns)
  const near = nearest && nearest.share > 0 ? ` The nearest is ${nearest.format.label}.` : ''
  return badInput(
    `${name} is not in a bill format that Kept can read: its columns are ${shownColumns.join(', ')}${more}.${near} Check the file, name its format, or map its columns to those of FOCUS.`,
  )
}

function describeRecognition({ signature, label }: BillFormat, columns: readonly string[]): string {
  const keys = new Map(columns.map((column) => [columnKey(column), column]))
  const columnsNamed = (names: string[]) => names.flatMap((name) => keys.get(columnKey(name)) ?? [])
  const matches = [
    ...(signature.anyOf ?? []).flatMap((names) => columnsNamed(names).slice(0, 2)),
    ...columnsNamed(signature.all),
  ]
  const shownNames = [...new Set(matches)].slice(0, 4)
  return shownNames.length > 0 ? `by its columns ${formatThreshold(shownNames)}` : `as ${label}`
}

function either(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

function formatThreshold(names: string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
