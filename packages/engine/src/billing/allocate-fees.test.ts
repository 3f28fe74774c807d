import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AllocatedAction, allocateFees, unallocated } from './allocate-fees.ts'

const action = (group: string | null, savedNano: bigint, feeMinor: bigint): AllocatedAction => ({
  ...{ group, savedNano, feeMinor },
})

it('gives each action to the group of its resource, and splits the rest by spend', () => {
  const spend = new Map([
    ['search', '300'],
    ['data', '100'],
    [unallocated, '0'],
  ])
  expect(allocateFees([action('search', 400n, 100n), action(null, 101n, 3n)], spend)).toEqual([
    { group: 'search', savedNano: 476n, feeMinor: 102n },
    { group: 'data', savedNano: 25n, feeMinor: 1n },
    { group: unallocated, savedNano: 0n, feeMinor: 0n },
  ])
})

it('leaves what belongs to all groups unallocated without any spend', () => {
  expect(allocateFees([action(null, 8n, 2n)], new Map())).toEqual([{ group: unallocated, savedNano: 8n, feeMinor: 2n }])
  expect(allocateFees([action('data', 8n, 2n), action(null, 4n, 1n)], new Map([['data', '-5']]))).toEqual([
    { group: 'data', savedNano: 8n, feeMinor: 2n },
    { group: unallocated, savedNano: 4n, feeMinor: 1n },
  ])
})

it('splits without a remainder, whatever is saved and spent', () => {
  const group = fc.constantFrom(null, 'a', 'b', 'c', unallocated)
  const amount = fc.bigInt(-(10n ** 14n), 10n ** 14n)
  const actions = fc.array(fc.record({ group, savedNano: amount, feeMinor: amount }), { maxLength: 30 })
  const spent = fc.tuple(fc.constantFrom('a', 'b', 'd', 'e', unallocated), fc.integer({ min: -1000, max: 10 ** 9 }))
  fc.assert(
    fc.property(actions, fc.array(spent, { maxLength: 5 }), (list, amounts) => {
      const spend = new Map(amounts.map(([name, units]) => [name, String(units / 1000)]))
      const shares = allocateFees(list, spend)
      const total = (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n)
      expect(total(shares.map(({ feeMinor }) => feeMinor))).toBe(total(list.map(({ feeMinor }) => feeMinor)))
      expect(total(shares.map(({ savedNano }) => savedNano))).toBe(total(list.map(({ savedNano }) => savedNano)))
      expect(new Set(shares.map(({ group: name }) => name)).size).toBe(shares.length)
    }),
    { numRuns: 500 },
  )
})
