import { expect, test } from 'vitest'
import { prepareShares } from './prepare.ts'

const row = (key: string, value: string) => ({ key, name: key, value })

test('prepareShares gives the largest share full length and a refund none', () => {
  const { rows, capped } = prepareShares([row('b', '5'), row('a', '20'), row('refund', '-3')], 5)
  expect(rows.map(({ key, length, negative }) => [key, length, negative])).toEqual([
    ['a', 1, false],
    ['b', 0.25, false],
    ['refund', 0, true],
  ])
  expect(capped).toBeNull()
})

test('prepareShares counts the visible rows', () => {
  expect(prepareShares([row('a', '1'), row('b', '2'), row('c', '3')], 2)).toMatchObject({
    rows: [{ key: 'c' }, { key: 'b' }],
    capped: { visible: 2, total: 3 },
  })
  expect(prepareShares([row('a', '0')], 2).rows[0]?.length).toBe(0)
})
