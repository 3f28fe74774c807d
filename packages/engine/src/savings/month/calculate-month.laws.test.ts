/** What must hold for whole months, over random bills, actions and returns. */

import type { ResourceAction } from '@kept/domain/action.ts'
import type { SavingsLine } from '@kept/domain/saving.ts'
import { type Hour, hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import { appendEntries, emptyChain, firstBreak } from '@kept/foundation/hash/chain.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commissionOf } from '../../commission/commission-line.ts'
import { defaultRule } from '../../testing/default-rule.ts'
import {
  actionOn,
  baselineOf,
  calculateTestMonth,
  defaultConfig,
  machineLines,
  setupOf,
  sha256,
} from '../../testing/savings-bill.ts'
import { billableOf } from './billable.ts'
import { newAccruals } from './close-month.ts'

const { from } = hoursOfMonth('2026-09')
/** Three days are enough for everything to meet. */
const hours = 72
const skus = { large: '0.192', medium: '0.096', small: '0.048' } as const
const sku = fc.constantFrom('large', 'medium', 'small')
const quantity = fc.constantFrom('0', '0.5', '1', '2')

interface World {
  actions: ResourceAction[]
  lines: SavingsLine[]
  baselines: ReturnType<typeof baselineOf>[]
}

const machine = (resource: string) =>
  fc
    .record({
      before: fc.array(quantity, { minLength: 24, maxLength: 24 }),
      during: fc.array(fc.record({ sku, quantity }), { minLength: hours, maxLength: hours }),
      actions: fc.uniqueArray(
        fc.record({
          kind: fc.constantFrom('terminate' as const, 'schedule' as const, 'rightsize' as const),
          at: fc.integer({ min: 0, max: hours }),
          length: fc.integer({ min: 1, max: hours }),
          to_sku: sku,
          hours_of_week: fc.uniqueArray(fc.integer({ min: 0, max: 167 }), { minLength: 1, maxLength: 100 }),
        }),
        { maxLength: 3, selector: ({ kind }) => kind },
      ),
    })
    .map(({ before, during, actions }): World => {
      const history = machineLines({
        resource,
        from: from - 336,
        to: from,
        price: skus.large,
        quantity: (hour) => before[hour % 24] ?? '0',
      })
      const baseline = baselineOf(
        history.length > 0 ? history : machineLines({ resource, from: from - 1, to: from }),
        from,
        14,
      )
      return {
        baselines: [baseline],
        lines: during.flatMap(({ sku, quantity }, index) =>
          machineLines({
            resource,
            sku,
            quantity,
            price: skus[sku as keyof typeof skus],
            from: from + index,
            to: from + index + 1,
          }),
        ),
        actions: actions.map(({ kind, at: offset, length, to_sku, hours_of_week }) => {
          const timing = { id: `${resource} ${kind}`, from: from + offset, expires: from + offset + length }
          if (kind === 'terminate') return actionOn(baseline, { ...timing, kind })
          if (kind === 'schedule')
            return actionOn(baseline, { ...timing, kind, off_mask: { time_zone: 'UTC', hours_of_week } })
          return actionOn(baseline, { ...timing, kind, from_sku: 'large', to_sku })
        }),
      }
    })

const priceNotices = Object.entries(skus).map(([name, price]) => ({ sku: name, hour: from - 1, price }))
const isCovered = (hour: Hour) => hour < from + hours
const run = ({ actions, lines, baselines }: World) =>
  calculateTestMonth(setupOf('2026-09', actions, baselines, { priceNotices }), { lines, isCovered })
const mergeWorlds = (a: World, b: World): World => ({
  actions: [...a.actions, ...b.actions],
  lines: [...a.lines, ...b.lines],
  baselines: [...a.baselines, ...b.baselines],
})
const closing = {
  month: '2026-09',
  currency: 'USD',
  config: defaultConfig,
  configHash: sha256(''),
  codeVersion: '1',
  booked: [],
}
const entriesOf = (world: World) =>
  appendEntries(emptyChain, newAccruals(run(world), { ...closing, actions: world.actions }), sha256)
const runOptions = { numRuns: 600 }

function law(name: string, check: (world: World, other: World) => void) {
  it(name, () => fc.assert(fc.property(machine('a'), machine('b'), check), runOptions), 120_000)
}

describe('the laws of a month', () => {
  law('another resource changes nothing', (a, b) => {
    const aloneParts = run(a).parts
    expect(run(mergeWorlds(a, b)).parts.filter(({ lineage }) => lineage === 'a')).toEqual(aloneParts)
  })

  law('the same bill gives the same ledger, whatever the order of its lines and actions', (a, b) => {
    const world = mergeWorlds(a, b)
    const turned = { ...world, lines: world.lines.toReversed(), actions: world.actions.toReversed() }
    expect(entriesOf(turned)).toEqual(entriesOf(world))
    expect(firstBreak(entriesOf(world), emptyChain, sha256)).toBeNull()
  })

  law('an action on usage saves no less than nothing, and no more than its baseline costs', (a) => {
    const maxQuantity = a.baselines
      .flatMap(({ meters }) => meters)
      .reduce((sum, { quantities }) => sum + Math.max(...quantities.map(Number)), 0)
    for (const { action, amount } of run(a).parts) {
      if (action.endsWith('rightsize')) continue
      expect(amount).toBeGreaterThanOrEqual(0n)
      expect(Number(amount)).toBeLessThanOrEqual(maxQuantity * hours * 0.192e9 + 1)
    }
  })

  law('what is billed is never more than the sum, losses carried from month to month included', (a, b) => {
    const nets = [a, b, mergeWorlds(a, b)].map((world) =>
      run(world).parts.reduce((sum, { amount }) => sum + amount, 0n),
    )
    let carried = 0n
    let billed = 0n
    for (const net of nets) {
      const month = billableOf(net, carried)
      expect(month.billable).toBeGreaterThanOrEqual(0n)
      expect(month.billable - month.carriedAfter).toBe(net - carried)
      carried = month.carriedAfter
      billed += month.billable
    }
    expect(billed - carried).toBe(nets.reduce((sum, net) => sum + net, 0n))
  })

  law('the fee is a quarter of what is billed, give or take half a cent', (a, b) => {
    const entries = entriesOf(mergeWorlds(a, b))
    const request = {
      period: '2026-09',
      entries,
      earlier: [],
      actions: [],
      carriedBefore: 0n,
      rule: defaultRule('USD'),
      config: defaultConfig,
    }
    const { line, billable } = commissionOf(request)
    expect(Math.abs(Number(line.fee) - Number(billable.billable) / 4e9)).toBeLessThanOrEqual(0.0050001)
  })

  law('a gap in the bill claims nothing', (a) => {
    const gap = calculateTestMonth(setupOf('2026-09', a.actions, a.baselines, { priceNotices }), {
      lines: a.lines,
      isCovered: () => false,
    })
    for (const { amount } of gap.parts) expect(amount).toBe(0n)
    if (a.actions.length > 0) expect(gap.gaps).toEqual([{ lineage: 'a', hours: 720 }])
  })
})
