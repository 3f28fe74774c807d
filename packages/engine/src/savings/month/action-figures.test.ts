/** What people read of an action beside the signed amount: baseline, measured, interval and days. */
import { hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import { describe, expect, it } from 'vitest'
import { actionOn, baselineOf, calculateTestMonth, machineLines, setupOf } from '../../testing/savings-bill.ts'
import { figuresOfActions } from './action-figures.ts'

const { from, to } = hoursOfMonth('2026-09')
const earlier = machineLines({ from: from - 672, to: from })
const baseline = baselineOf(earlier, from)
const nano = (amount: number) => String(Math.round(amount * 1e9))

describe('figuresOfActions', () => {
  it('has what the hours would have cost, what they did cost, and each day of the difference', () => {
    const action = actionOn(baseline, { kind: 'terminate', from: from + 36 })
    const { parts } = calculateTestMonth(setupOf('2026-09', [action], [baseline]), {
      lines: machineLines({ from, to: from + 36 }),
    })
    const figures = figuresOfActions(parts).terminate
    // 684 hours at $0.096.
    expect(figures).toMatchObject({ baseline: nano(65.664), measured: '0', saved: nano(65.664), net: nano(65.664) })
    expect([figures?.low, figures?.high, figures?.counted]).toEqual([nano(65.664), nano(65.664), nano(65.664)])
    const days = Object.entries(figures?.days ?? {})
    expect(days).toHaveLength(29)
    expect(days.slice(0, 2)).toEqual([
      ['2026-09-02', nano(1.152)],
      ['2026-09-03', nano(2.304)],
    ])
    expect(days.reduce((sum, [, saved]) => sum + BigInt(saved), 0n)).toBe(BigInt(figures?.saved ?? 0))
  })

  it('counts each of two actions from what the one before it left', () => {
    const rightsize = actionOn(baseline, { kind: 'rightsize', from, from_sku: 'large', to_sku: 'small' })
    const terminate = actionOn(baseline, { kind: 'terminate', from: from + 24 })
    const lines = [
      ...machineLines({ from, to: from + 24, sku: 'small', price: '0.048' }),
      ...machineLines({ resource: 'another', from, to, sku: 'large' }),
      ...machineLines({ resource: 'another', from, to, sku: 'small', price: '0.048' }),
    ]
    const { parts } = calculateTestMonth(setupOf('2026-09', [rightsize, terminate], [baseline]), { lines })
    const figures = figuresOfActions(parts)
    for (const { baseline: before, measured, saved } of Object.values(figures))
      expect(BigInt(before) - BigInt(measured)).toBe(BigInt(saved))
    expect(Number(figures.rightsize?.days['2026-09-01'])).toBe(1_152_000_000)
  })

  it('gives the interval of what is modeled, whose lower end counts', () => {
    const wild = (hour: number) => (hour % 168 < 84 + ((hour / 168) % 4) * 4 ? '1' : '0.7')
    const uneven = baselineOf(machineLines({ from: from - 672, to: from, quantity: wild }), from)
    const action = actionOn(uneven, { kind: 'terminate', from })
    const { parts } = calculateTestMonth(setupOf('2026-09', [action], [uneven]), {})
    const { saved = '0', low = '0', high = '0', counted } = figuresOfActions(parts).terminate ?? {}
    expect(BigInt(low)).toBeLessThan(BigInt(saved))
    expect(BigInt(high) - BigInt(saved)).toBe(BigInt(saved) - BigInt(low))
    expect(counted).toBe(low)
  })

  it('gives a commitment what it covered against what that cost, day by day', () => {
    const rows = Array.from({ length: 48 }, (_, index) => ({
      ...{ commitment: 'sp-1', hour: from + index, hours: 1, status: 'Used' as const },
      ...{ contracted: '0.1', effective: '0.06' },
    }))
    const bought = {
      ...{ id: 'bought', kind: 'commitment' as const, commitment_ids: ['sp-1'], expires: null },
      ...{ effective_time: '2026-09-01T00:00:00Z', evidence_hash: 'a'.repeat(64) },
    }
    const { parts } = calculateTestMonth(setupOf('2026-09', [bought], []), { commitmentHours: rows })
    const figures = figuresOfActions(parts).bought
    expect(figures).toMatchObject({ baseline: nano(4.8), measured: nano(2.88), saved: nano(1.92) })
    expect(figures?.days).toEqual({ '2026-09-01': nano(0.96), '2026-09-02': nano(0.96) })
  })
})
