/** Laws of replaced capacity, whatever the machines. */
import type { SavingsLine } from '@kept/domain/saving.ts'
import { hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import { multiply } from '@kept/foundation/decimal.ts'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { type Described, findIn } from '../../testing/described-resources.ts'
import { actionOn, amounts, baselineOf, calculateTestMonth, machineLines, setupOf } from '../../testing/savings-bill.ts'

vi.setConfig({ testTimeout: 60_000 })
const september = hoursOfMonth('2026-09')
const ninth = september.from + 8 * 24
const start = ninth - 30 * 24
const few = { numRuns: 12 }

function totalOf(lines: readonly SavingsLine[], described: Record<string, Described> = {}): string {
  const baseline = baselineOf(
    lines.filter(({ resource }) => resource === 'i-removed'),
    ninth,
  )
  const action = actionOn(baseline, { kind: 'terminate', from: ninth })
  const history = machineLines({ resource: 'history', from: start, to: september.to, sku: 'history', price: '0.001' })
  const all = [...history, ...lines]
  const substitution = findIn({
    lines: all,
    described: { history: { tags: { project: 'history' } }, ...described },
    actions: [action],
  })
  const inMonth = all.filter(({ hour }) => hour >= september.from)
  return (
    amounts(calculateTestMonth(setupOf('2026-09', [action], [baseline], { substitution }), { lines: inMonth })).total ??
    ''
  )
}

const removed = (parts = 1) =>
  machineLines({ resource: 'i-removed', from: start, to: ninth, price: multiply('0.012', String(parts)) })

it('splitting one machine into equal parts in the same hour saves nothing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.boolean(), (count, isNamed) => {
      const ids = Array.from({ length: count }, (_, index) => `i-part-${index}`)
      const parts = ids.flatMap((resource) =>
        machineLines({ resource, from: ninth, to: september.to, sku: 'part', price: '0.012' }),
      )
      const tags: Record<string, string> = isNamed ? { Name: 'api' } : {}
      const described = Object.fromEntries(['i-removed', ...ids].map((id) => [id, { tags }]))
      expect(totalOf([...removed(count), ...parts], described)).toBe('0.000000000')
    }),
    few,
  )
})

it('a resource outside the group changes nothing', () => {
  const outside: Described[] = [
    { account: '2' },
    { region: 'us-east-1' },
    { service: 'Database' },
    { tags: { project: 'apollo' } },
    { tags: { application: 'mail', owner: 'kim' } },
  ]
  fc.assert(
    fc.property(fc.constantFrom(...outside), fc.integer({ min: -6, max: 168 }), (other, offset) => {
      const otherLines = machineLines({ resource: 'i-beside', from: ninth + offset, to: september.to, sku: 'beside' })
      expect(totalOf([...removed(), ...otherLines], { 'i-beside': other })).toBe(totalOf(removed()))
    }),
    few,
  )
})

it('does not depend on the order of the lines', () => {
  const lines = [
    ...removed(),
    ...machineLines({ resource: 'i-a', from: ninth + 3, to: september.to, sku: 'a', price: '0.004' }),
    ...machineLines({ resource: 'i-b', from: ninth + 30, to: september.to, sku: 'b', price: '0.003' }),
  ]
  const total = totalOf(lines)
  expect(total).toBe('2.640000000')
  expect(totalOf(lines.toReversed())).toBe(total)
})
