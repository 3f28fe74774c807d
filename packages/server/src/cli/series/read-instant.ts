import { badInput } from '@kept/domain/errors.ts'

const pattern = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?\s*(Z|UTC|[+-]\d\d:?\d\d)?$/i
const count = /^-?\d+(\.\d+)?(e\+?\d+)?$/i

/** Numbers are times since 1970. Each unit reaches to the year 5138, so today's seconds cannot be another's. */
const units = [
  { name: 'seconds', below: 1e11, milliseconds: 1e3 },
  { name: 'milliseconds', below: 1e14, milliseconds: 1 },
  { name: 'microseconds', below: 1e17, milliseconds: 1e-3 },
  { name: 'nanoseconds', below: 1e20, milliseconds: 1e-6 },
] as const

export type EpochUnit = (typeof units)[number]['name']

export interface Instant {
  /** Milliseconds since 1970. */
  at: number
  /** How its zone is spelled, "" for none (which is taken as UTC); undefined for numbers, which need none. */
  zone?: string
  /** What a number counts since 1970. */
  unit?: EpochUnit
}

/** The instant of a timestamp. */
export function readInstant(text: string, where: string): Instant {
  const match = pattern.exec(text)
  if (!match) return readCount(text, where)
  const [, year, month, day, hours = '00', minutes = '00', seconds = '00', fraction = '0', zone = ''] = match
  const local = Date.UTC(+(year ?? 0), +(month ?? 0) - 1, +(day ?? 0), +hours, +minutes, +seconds)
  const back = new Date(local)
  // A 30th of February or a 25th hour would otherwise roll over into a time nobody wrote.
  if (back.getUTCDate() !== +(day ?? 0) || back.getUTCMonth() !== +(month ?? 0) - 1) throw notATime(text, where)
  if (+hours > 23 || +minutes > 59 || +seconds > 59) throw notATime(text, where)
  return { at: local + Number(`0.${fraction}`) * 1000 - offsetOf(zone), zone: zone.toUpperCase() }
}

function readCount(text: string, where: string): Instant {
  const value = count.test(text) ? Number(text) : Number.NaN
  const unit = units.find(({ below }) => Math.abs(value) < below)
  if (!unit) throw notATime(text, where)
  return { at: Math.round(value * unit.milliseconds), unit: unit.name }
}

/** How the times of one file were written: a first example of each spelling of a zone and of each unit. */
export interface Spellings {
  zones: Map<string, string>
  units: Map<EpochUnit, string>
}

export function noteSpelling({ zones, units: counted }: Spellings, { zone, unit }: Instant, text: string): void {
  if (zone !== undefined && !zones.has(zone)) zones.set(zone, text)
  if (unit !== undefined && !counted.has(unit)) counted.set(unit, text)
}

/** Times of different kinds cannot stand in one order; offsets may differ by a change of the clocks. */
export function refuseMixed({ zones, units: counted }: Spellings, name: string): void {
  const [date] = zones.values()
  const [number, other] = counted.values()
  if (number !== undefined && date !== undefined) {
    throw badInput(`${name} mixes times as numbers ("${number}") and as dates ("${date}"); write all of them alike.`)
  }
  if (other !== undefined) {
    const [one, two] = counted.keys()
    throw badInput(
      `${name} mixes ${one} ("${number}") and ${two} ("${other}") since 1970; write all times in one unit.`,
    )
  }
  const bare = zones.get('')
  const [zoned] = [...zones].find(([zone]) => zone !== '') ?? []
  if (bare !== undefined && zoned !== undefined) {
    throw badInput(
      `${name} mixes times with a zone ("${zones.get(zoned)}") and without ("${bare}"); write all of them alike, best in UTC.`,
    )
  }
  const offsets = [...zones.keys()].map(offsetOf)
  if (Math.max(...offsets) - Math.min(...offsets) > 3_600_000) {
    throw badInput(`${name} mixes time zones (${[...zones.keys()].join(', ')}); write all times in one, best in UTC.`)
  }
}

function offsetOf(zone: string): number {
  const match = /^([+-])(\d\d):?(\d\d)$/.exec(zone)
  if (!match) return 0
  const [, sign, hours, minutes] = match
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

function notATime(text: string, where: string) {
  return badInput(
    `${where}: timestamp "${text.slice(0, 40)}" is not a time; write it as 2026-03-31, 2026-03-31 14:05:00, 2026-03-31T14:05:00Z, or as seconds or milliseconds since 1970.`,
  )
}
