import { badInput } from '@kept/domain/errors.ts'

const pattern = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?\s*(Z|UTC|[+-]\d\d:?\d\d)?$/i
const count = /^-?\d+(\.\d+)?(e\+?\d+)?$/i

/** Numbers are times since 1970. The limits correspond to the year 5138, so the unit is unambiguous. */
const units = [
  { name: 'seconds', below: 1e11, milliseconds: 1e3 },
  { name: 'milliseconds', below: 1e14, milliseconds: 1 },
  { name: 'microseconds', below: 1e17, milliseconds: 1e-3 },
  { name: 'nanoseconds', below: 1e20, milliseconds: 1e-6 },
] as const

type EpochUnit = (typeof units)[number]['name']

interface Instant {
  /** Milliseconds since 1970. */
  at: number
  /** UTC offset as written, "" for none (read as UTC); undefined for numbers. */
  utcOffset?: string
  /** Unit of a number. */
  unit?: EpochUnit
}

/** Parses a timestamp. Throws bad_input with the location when it is not one. */
export function readInstant(text: string, location: string): Instant {
  const match = pattern.exec(text)
  if (!match) return readCount(text, location)
  const [, year, month, day, hours = '00', minutes = '00', seconds = '00', fraction = '0', utcOffset = ''] = match
  const local = Date.UTC(+(year ?? 0), +(month ?? 0) - 1, +(day ?? 0), +hours, +minutes, +seconds)
  const roundTrip = new Date(local)
  // Date.UTC would roll over February 30 or hour 25.
  if (roundTrip.getUTCDate() !== +(day ?? 0) || roundTrip.getUTCMonth() !== +(month ?? 0) - 1)
    throw notATime(text, location)
  if (+hours > 23 || +minutes > 59 || +seconds > 59) throw notATime(text, location)
  return { at: local + Number(`0.${fraction}`) * 1000 - offsetOf(utcOffset), utcOffset: utcOffset.toUpperCase() }
}

function readCount(text: string, location: string): Instant {
  const value = count.test(text) ? Number(text) : Number.NaN
  const unit = units.find(({ below }) => Math.abs(value) < below)
  if (!unit) throw notATime(text, location)
  return { at: Math.round(value * unit.milliseconds), unit: unit.name }
}

/** The first example of each UTC offset and each unit in a file. */
export interface Spellings {
  utcOffsets: Map<string, string>
  units: Map<EpochUnit, string>
}

export function noteSpelling(
  { utcOffsets, units: counted }: Spellings,
  { utcOffset, unit }: Instant,
  text: string,
): void {
  if (utcOffset !== undefined && !utcOffsets.has(utcOffset)) utcOffsets.set(utcOffset, text)
  if (unit !== undefined && !counted.has(unit)) counted.set(unit, text)
}

/** Throws bad_input when timestamps of different kinds are mixed. Offsets may differ by a clock change. */
export function refuseMixed({ utcOffsets, units: counted }: Spellings, name: string): void {
  const [date] = utcOffsets.values()
  const [number, other] = counted.values()
  if (number !== undefined && date !== undefined) {
    throw badInput(`${name} mixes timestamps as numbers ("${number}") and as dates ("${date}"). Use one format.`)
  }
  if (other !== undefined) {
    const [firstUnit, secondUnit] = counted.keys()
    throw badInput(`${name} mixes ${firstUnit} ("${number}") and ${secondUnit} ("${other}") since 1970. Use one unit.`)
  }
  const withoutOffset = utcOffsets.get('')
  const [zoned] = [...utcOffsets].find(([utcOffset]) => utcOffset !== '') ?? []
  if (withoutOffset !== undefined && zoned !== undefined) {
    throw badInput(
      `${name} mixes timestamps with a time zone ("${utcOffsets.get(zoned)}") and without ("${withoutOffset}"). Use UTC for all.`,
    )
  }
  const offsets = [...utcOffsets.keys()].map(offsetOf)
  if (Math.max(...offsets) - Math.min(...offsets) > 3_600_000) {
    throw badInput(
      `${name} mixes time zones (${[...utcOffsets.keys()].join(', ')}); write all times in one, best in UTC.`,
    )
  }
}

function offsetOf(utcOffset: string): number {
  const match = /^([+-])(\d\d):?(\d\d)$/.exec(utcOffset)
  if (!match) return 0
  const [, sign, hours, minutes] = match
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

function notATime(text: string, location: string) {
  return badInput(
    `${location}: timestamp "${text.slice(0, 40)}" is not a time. Write it as 2026-03-31, 2026-03-31 14:05:00 or 2026-03-31T14:05:00Z, or as seconds or milliseconds since 1970.`,
  )
}
