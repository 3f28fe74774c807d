/** Which kind of bill a file is, by its columns and where needed its rows; or one sentence about what it is not. */
import { type BillFormat, missingColumns, nearestFormat, recogniseFormats } from '@kept/domain/bill-format.ts'
import { badInput, type KeptError } from '@kept/domain/errors.ts'
import { type Condition, columnKey } from '@kept/domain/mapping.ts'

export interface Recognised {
  format: BillFormat
  /** Why, after "It was taken for this": "by its columns A, B and C". */
  because: string
}

export interface Recognition {
  name: string
  formats: readonly BillFormat[]
  /** Column names as the file writes them. */
  columns: readonly string[]
  /** The format a person asked for, which overrides. */
  wanted: string | undefined
  /** Whether some row satisfies what tells a format from its twin. */
  hasRow(some: Condition): Promise<boolean>
  /** What the file is called and where it lay in its delivery, for twins that not even rows tell apart. */
  path: string
}

/** The format, `undefined` when the file is like no bill at all; throws when it is nearly one. */
export async function recogniseBill(recognition: Recognition): Promise<Recognised | undefined> {
  const { name, formats, columns, wanted } = recognition
  if (wanted !== undefined) return asWanted(recognition, wanted)
  const candidates = recogniseFormats(formats, columns)
  const whole = candidates.filter((format) => missingColumns(format, columns).length === 0)
  const [byRows, told] = await firstByRows(recognition, whole)
  if (byRows) return { format: byRows, because: `${because(byRows, columns)}${told ? ` and ${told}` : ''}` }
  const [nearly] = candidates
  if (nearly) throw lacking(name, nearly, columns)
  const nearest = nearestFormat(formats, columns)
  if (nearest && nearest.share >= 0.6) throw lacking(name, nearest.format, columns)
  return undefined
}

/** The best whose rows say so; twins that have no such rows are told apart by the path, if it says anything. */
async function firstByRows(
  { hasRow, path }: Recognition,
  candidates: BillFormat[],
): Promise<[BillFormat | undefined, string | undefined]> {
  for (const format of candidates) {
    const { rows } = format.signature
    if (!rows) return [format, undefined]
    if (await hasRow(rows.some)) return [format, rows.say]
    const { hint, unless } = format.path ?? {}
    const words = path.toLowerCase()
    if (hint && words.includes(hint) && !words.includes(unless ?? ' '))
      return [format, `the word "${hint}" in its name`]
  }
  return [undefined, undefined]
}

function asWanted({ name, formats, columns }: Recognition, wanted: string): Recognised {
  const format = formats.find(({ id }) => id === wanted)
  if (!format) {
    throw badInput(`There is no format "${wanted}"; Kept knows ${formats.map(({ id }) => id).join(', ')}.`)
  }
  const missing = missingColumns(format, columns)
  if (missing.length > 0) {
    const [fits] = recogniseFormats(formats, columns)
    throw badInput(
      `${name} cannot be read as ${format.label}: it has no column ${either(missing[0] ?? [])}; ${
        fits ? `it looks like ${fits.label} (${fits.id})` : 'please leave the format out to have it recognised'
      }.`,
    )
  }
  return { format, because: `as asked for (${format.id})` }
}

function lacking(name: string, format: BillFormat, columns: readonly string[]): KeptError {
  const keys = new Set(columns.map(columnKey))
  const marks = [...missingColumns(format, columns), ...format.signature.all.map((mark) => [mark])]
  const missing = marks.filter((names) => !names.some((one) => keys.has(columnKey(one))))
  const words = [...new Set(missing.map(either))].slice(0, 3)
  const first = words.length > 0 ? words.join(' and no column ') : either((format.signature.anyOf ?? [])[0] ?? [])
  return badInput(
    `${name} looks like ${format.label}, but it has no column ${first}; please export the bill with all its columns.`,
  )
}

export function unknownBill(name: string, columns: readonly string[], formats: readonly BillFormat[]): KeptError {
  const seen = columns.slice(0, 6).map((column) => (column.length > 40 ? `${column.slice(0, 39)}…` : column))
  const more = columns.length > seen.length ? ` and ${columns.length - seen.length} more` : ''
  const nearest = nearestFormat(formats, columns)
  const near = nearest && nearest.share > 0 ? ` The nearest is ${nearest.format.label}.` : ''
  return badInput(
    `${name} is no bill Kept knows: its columns are ${seen.join(', ')}${more}.${near} Please check the file, name its format, or map its columns to those of FOCUS.`,
  )
}

function because({ signature, label }: BillFormat, columns: readonly string[]): string {
  const keys = new Map(columns.map((column) => [columnKey(column), column]))
  const written = (marks: string[]) => marks.flatMap((mark) => keys.get(columnKey(mark)) ?? [])
  const found = [...(signature.anyOf ?? []).flatMap((names) => written(names).slice(0, 2)), ...written(signature.all)]
  const shown = [...new Set(found)].slice(0, 4)
  return shown.length > 0 ? `by its columns ${inWords(shown)}` : `as ${label}`
}

function either(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

function inWords(words: string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
