import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prepareWaterfall } from './prepare.ts'

const step = (key: string, amount: string) => ({ key, label: key, amount })

describe('prepareWaterfall', () => {
  it('leads from the start to the end, step by step', () => {
    const { start, end, steps, origin } = prepareWaterfall('60', '100', [step('a', '80'), step('b', '-40')])
    expect(origin).toBe(0)
    expect(start).toEqual({ left: 0, width: (60 / 140) * 100 })
    expect(steps.map(({ bar, direction }) => [Math.round(bar.left), Math.round(bar.width), direction])).toEqual([
      [43, 57, 'more'],
      [71, 29, 'less'],
    ])
    expect(end.width).toBeCloseTo((100 / 140) * 100)
  })

  it('does not start at zero where the changes are small', () => {
    const { origin, steps } = prepareWaterfall('1000', '1010', [step('a', '10')])
    expect(origin).toBeGreaterThan(900)
    expect(steps[0]?.bar.width).toBeGreaterThan(50)
  })

  it('draws totals below zero, and steps without an amount', () => {
    const { origin, steps, end } = prepareWaterfall('10', '-10', [step('a', '-20'), step('b', '0')])
    expect(origin).toBe(-10)
    expect(steps.map(({ direction }) => direction)).toEqual(['less', 'none'])
    expect(end.left).toBe(0)
  })

  it('stays in its track for any amounts', () => {
    const amount = fc.integer({ min: -1_000_000, max: 1_000_000 })
    fc.assert(
      fc.property(amount, fc.array(amount, { maxLength: 8 }), (start, amounts) => {
        const end = amounts.reduce((sum, value) => sum + value, start)
        const prepared = prepareWaterfall(
          String(start),
          String(end),
          amounts.map((value, index) => step(String(index), String(value))),
        )
        for (const { left, width } of [prepared.start, prepared.end, ...prepared.steps.map(({ bar }) => bar)]) {
          expect(left).toBeGreaterThanOrEqual(-1e-6)
          expect(left + width).toBeLessThanOrEqual(100 + 0.6 + 1e-6)
        }
      }),
    )
  })
})
