import { describe, expect, it } from 'vitest'
import { timeZoneSchema } from './hour.ts'

describe('timeZoneSchema', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'America/Port-au-Prince'])(
    'accepts %s',
    (name) => expect(timeZoneSchema.parse(name)).toBe(name),
  )

  it('accepts every zone that this runtime knows', () => {
    for (const name of Intl.supportedValuesOf('timeZone'))
      expect(timeZoneSchema.safeParse(name).success, name).toBe(true)
  })

  it.each(['9999-12-31T23:59:59.999Z', '2026-01-01T00:00[Europe/Berlin]', '+02:00', 'Z/', 'Mars/Olympus', ''])(
    'rejects %j, of which no schedule can be calculated',
    (name) => expect(timeZoneSchema.safeParse(name).success).toBe(false),
  )
})
