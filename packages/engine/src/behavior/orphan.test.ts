import { environmentFactsSchema } from '@kept/domain/environment.ts'
import { expect, it } from 'vitest'
import { orphanReasons } from './orphan.ts'

const asOf = Date.UTC(2026, 8, 1)
const daysAgo = (days: number) => new Date(asOf - days * 86_400_000).toISOString()

it.each([
  [{ owner: 'ana' }, []],
  [{ owner: '' }, ['It has no owner.']],
  [{ owner: 'ana', owner_left: true }, ['Its owner has left.']],
  [{ owner: '', owner_left: true }, ['Its owner has left.']],
  [{ owner: 'ana', owner_left: false }, []],
  [{ owner: 'ana', unattached: { kind: 'disk', since: daysAgo(31.9) } }, []],
  [
    { owner: 'ana', unattached: { kind: 'disk', since: daysAgo(32) } },
    ['A disk that no machine has used for 32 days.'],
  ],
  [{ owner: 'ana', unattached: { kind: 'ip', since: daysAgo(6.9) } }, []],
  [{ owner: 'ana', unattached: { kind: 'ip', since: daysAgo(7.5) } }, ['IP address unused for 7 days.']],
])('orphanReasons of %o', (facts, reasons) => {
  expect(orphanReasons(environmentFactsSchema.parse({ environment_id: 'e', ...facts }), asOf)).toEqual(reasons)
})
