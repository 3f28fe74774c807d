import { badInput } from '@kept/domain/errors.ts'

const pattern = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?\s*(Z|UTC|[+-]\d\d:?\d\d)?$/i

/** The instant of a timestamp and how its zone is spelled ("" for none, which is taken as UTC). */
export function readInstant(text: string, where: string): { at: number; zone: string } {
  const match = pattern.exec(text)
  if (!match) throw notATime(text, where)
  const [, year, month, day, hours = '00', minutes = '00', seconds = '00', fraction = '0', zone = ''] = match
  const local = Date.UTC(+(year ?? 0), +(month ?? 0) - 1, +(day ?? 0), +hours, +minutes, +seconds)
  const back = new Date(local)
  // A 30th of February or a 25th hour would otherwise roll over into a time nobody wrote.
  if (back.getUTCDate() !== +(day ?? 0) || back.getUTCMonth() !== +(month ?? 0) - 1) throw notATime(text, where)
  if (+hours > 23 || +minutes > 59 || +seconds > 59) throw notATime(text, where)
  return { at: local + Number(`0.${fraction}`) * 1000 - offsetOf(zone), zone: zone.toUpperCase() }
}

/** Zoned and zoneless times cannot stand in one order; offsets may differ by a change of the clocks. */
export function refuseMixedZones(zones: ReadonlyMap<string, string>, name: string): void {
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
    `${where}: timestamp "${text.slice(0, 40)}" is not a time; write it as 2026-03-31, 2026-03-31 14:05:00 or 2026-03-31T14:05:00Z.`,
  )
}
