/** What a reader of the answer should know about how a series was understood: one sentence for each oddity. */
import { day, hour, isoOf, minute, stepOf } from '@kept/domain/series.ts'
import type { Spellings } from './read-instant.ts'

interface Row {
  at: number
  value: number | null
}

/** How the times were read, where they did not say it themselves. */
export function describeTimes({ zones, units }: Spellings, rows: readonly Row[]): string[] {
  const [unit] = units.keys()
  if (unit !== undefined) {
    const [first, last] = [rows[0], rows.at(-1)].map((row) => isoOf(row?.at ?? 0).replace('.000Z', 'Z'))
    return [`Timestamps were read as ${unit} since 1970: from ${first} to ${last}.`]
  }
  return zones.has('') ? ['Timestamps name no zone; they were read as UTC.'] : []
}

/** Where rows do not follow one another at one pace. */
export function describeOrder(rows: readonly Row[]): string[] {
  const notes: string[] = []
  const back = rows.filter(({ at }, i) => at < (rows[i - 1]?.at ?? at)).length
  if (back > 0) notes.push(`${rowsOf(back)} earlier than the row above.`)
  const repeated = rows.length - new Set(rows.map(({ at }) => at)).size
  if (repeated > 0) notes.push(`${rowsOf(repeated)} at a time that another row has already.`)
  const missing = rows.filter(({ value }) => value === null).length
  if (missing > 0) notes.push(`${rowsOf(missing)} without a value: ${missing === 1 ? 'a gap' : 'gaps'}, not zeros.`)
  const uneven = describePace(rows)
  return uneven ? [...notes, uneven] : notes
}

const rowsOf = (count: number) => `${count} ${count === 1 ? 'row is' : 'rows are'}`

/** A month of 28 days among months of 31 is an even pace; so is an hour more when clocks change. */
const tolerance = 1.15

function describePace(rows: readonly Row[]): string | undefined {
  const times = [...new Set(rows.map(({ at }) => at))].sort((a, b) => a - b)
  const step = stepOf(times.map((at) => ({ at, value: 0 })))
  const gaps = times.slice(1).map((at, i) => at - (times[i] ?? at))
  const odd = gaps.filter((gap) => gap > step * tolerance || gap < step / tolerance).length
  if (odd === 0 || step === 0) return undefined
  const longest = gaps.reduce((most, gap) => Math.max(most, gap), 0)
  return `Rows usually lie ${lengthOf(step)} apart, but ${odd} of ${gaps.length} steps differ, the longest is ${lengthOf(longest)}.`
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
