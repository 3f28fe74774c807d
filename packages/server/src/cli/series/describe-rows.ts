/** Describes how a series was read: one note per irregularity. */
import { day, hour, isoOf, minute, stepOf } from '@kept/domain/series.ts'
import type { Spellings } from './read-instant.ts'

interface Row {
  at: number
  value: number | null
}

/** Describes the assumed time unit or time zone when the file does not state it. */
export function describeTimes({ utcOffsets, units }: Spellings, rows: readonly Row[]): string[] {
  const [unit] = units.keys()
  if (unit !== undefined) {
    const [first, last] = [rows[0], rows.at(-1)].map((row) => isoOf(row?.at ?? 0).replace('.000Z', 'Z'))
    return [`Timestamps read as ${unit} since 1970: ${first} to ${last}.`]
  }
  return utcOffsets.has('') ? ['Timestamps have no time zone; read as UTC.'] : []
}

/** Describes unordered, repeated, missing and unevenly spaced rows. */
export function describeOrder(rows: readonly Row[]): string[] {
  const notes: string[] = []
  const earlierCount = rows.filter(({ at }, i) => at < (rows[i - 1]?.at ?? at)).length
  if (earlierCount > 0) notes.push(`${rowsOf(earlierCount, 'is', 'are')} earlier than the row above.`)
  const repeated = rows.length - new Set(rows.map(({ at }) => at)).size
  if (repeated > 0) notes.push(`${rowsOf(repeated, 'has', 'have')} a repeated timestamp.`)
  const missing = rows.filter(({ value }) => value === null).length
  if (missing > 0)
    notes.push(
      `${rowsOf(missing, 'has', 'have')} no value; treated as ${missing === 1 ? 'a gap' : 'gaps'}, not as zero.`,
    )
  const uneven = describePace(rows)
  return uneven ? [...notes, uneven] : notes
}

const rowsOf = (count: number, singular: string, plural: string) =>
  `${count} ${count === 1 ? `row ${singular}` : `rows ${plural}`}`

/** Allows months of different length and clock changes. */
const tolerance = 1.15

function describePace(rows: readonly Row[]): string | undefined {
  const times = [...new Set(rows.map(({ at }) => at))].sort((a, b) => a - b)
  const step = stepOf(times.map((time) => ({ at: time, value: 0 })))
  const gaps = times.slice(1).map((time, i) => time - (times[i] ?? time))
  const irregular = gaps.filter((gap) => gap > step * tolerance || gap < step / tolerance).length
  if (irregular === 0 || step === 0) return undefined
  const longest = gaps.reduce((max, gap) => Math.max(max, gap), 0)
  return `Rows are usually ${lengthOf(step)} apart, but ${irregular} of ${gaps.length} intervals differ. The longest is ${lengthOf(longest)}.`
}

function lengthOf(milliseconds: number): string {
  const [size, name] = (
    [
      [day, 'd'],
      [hour, 'h'],
      [minute, 'min'],
      [1000, 's'],
    ] as const
  ).find(([unit]) => milliseconds >= unit) ?? [1, 'ms']
  return `${Number((milliseconds / size).toFixed(1))} ${name}`
}
