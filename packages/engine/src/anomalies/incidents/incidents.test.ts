import { day } from '@kept/domain/series.ts'
import { add, subtract, sum } from '@kept/foundation/decimal.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultThresholds } from '../cost/cost-engine.ts'
import { afterFeedback, asShipped, type Feedback, thresholdsFor } from '../feedback.ts'
import type { ScopeAlert } from './alert.ts'
import { driversOf, explainingDimension } from './drivers.ts'
import { mergeAlerts } from './merge.ts'
import { projectedExcess } from './project.ts'

const alert = (scope: string, dayIndex: number, expected: string, actual: string): ScopeAlert => ({
  scope: scope === '' ? [] : scope.split('/'),
  at: dayIndex * day,
  step: day,
  expected,
  actual,
})

describe('incidents', () => {
  it('are one where forty scopes cry about the same days, at the level where it happened', () => {
    const cries = ['', 'aws', 'aws/production', 'aws/production/compute', 'aws/production/compute/i-07'].flatMap(
      (scope) =>
        [10, 11, 13].map((dayIndex) => alert(scope, dayIndex, '100.10', scope.endsWith('i-07') ? '148.10' : '150.10')),
    )
    const [incident, ...otherIncidents] = mergeAlerts(cries)
    expect(otherIncidents).toEqual([])
    expect(incident?.scope.join('/')).toBe('aws/production/compute/i-07')
    expect(incident?.excess).toBe('144')
    expect([incident?.from, incident?.to]).toEqual([10 * day, 14 * day])
  })

  it('stay with the parent when no part carries it', () => {
    const cries = [alert('aws', 5, '100', '200'), alert('aws/a', 5, '50', '100'), alert('aws/b', 5, '50', '100')]
    expect(mergeAlerts(cries).map(({ scope, excess }) => [scope.join('/'), excess])).toEqual([['aws', '100']])
  })

  it('go down to a part that carries four fifths of it, and to none that carries less', () => {
    const scopeOf = (actual: string) =>
      mergeAlerts([alert('aws', 5, '100', '200'), alert('aws/a', 5, '50', actual)])[0]?.scope.join('/')
    expect([scopeOf('130'), scopeOf('129.99')]).toEqual(['aws/a', 'aws'])
  })

  it('are two in two scopes side by side, at two times, or above and below', () => {
    const scopes = (alerts: ScopeAlert[]) => mergeAlerts(alerts).map(({ scope }) => scope.join('/'))
    expect(scopes([alert('aws/a', 5, '1', '9'), alert('aws/b', 5, '1', '9')])).toEqual(['aws/a', 'aws/b'])
    expect(scopes([alert('aws/a', 5, '1', '9'), alert('aws/a', 15, '1', '9')])).toEqual(['aws/a', 'aws/a'])
    expect(scopes([alert('aws/a', 5, '1', '9'), alert('aws/a', 6, '9', '1')])).toEqual(['aws/a', 'aws/a'])
    expect(mergeAlerts([])).toEqual([])
  })

  it('do not depend on the order in which alerts come, and lose none', () => {
    const alertArbitrary = fc.record({
      scope: fc.constantFrom('', 'a', 'a/x', 'a/y', 'b', 'b/z'),
      at: fc.nat(12),
      actual: fc.nat(20),
    })
    fc.assert(
      fc.property(
        fc.uniqueArray(alertArbitrary, { selector: ({ scope, at }) => `${scope}@${at}`, maxLength: 12 }),
        (list) => {
          const alerts = list.map(({ scope, at, actual }) => alert(scope, at, '10', String(actual)))
          const merged = mergeAlerts(alerts)
          expect(mergeAlerts(alerts.toReversed())).toEqual(merged)
          expect(merged.flatMap((incident) => incident.alerts)).toHaveLength(alerts.length)
        },
      ),
    )
  })

  it('are projected at the pace they had so far', () => {
    const [incident] = mergeAlerts([alert('a', 0, '10', '14'), alert('a', 1, '10', '14')])
    expect(projectedExcess(incident!, 10 * day)).toBe('40')
    expect(projectedExcess(incident!, day)).toBe('8')
  })
})

describe('drivers', () => {
  it('split what changed into price and volume, by hand', () => {
    const part = { name: 'compute', expected: '100', actual: '180', expectedQuantity: '50', actualQuantity: '60' }
    // 60 at 2.00 would have been 120: 20 is volume, 60 is price.
    expect(driversOf([part])).toEqual([{ name: 'compute', contribution: '80', price: '60', volume: '20' }])
    expect(driversOf([{ ...part, expectedQuantity: null }])[0]).toMatchObject({ price: null, volume: null })
    expect(driversOf([{ ...part, expected: '0', expectedQuantity: '0' }])[0]).toMatchObject({
      price: null,
      contribution: '180',
    })
  })

  it('add up to the whole, exactly', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 }).map((cents) => `${cents}e-4`)
    const part = fc.record({
      name: fc.string(),
      expected: amount,
      actual: amount,
      expectedQuantity: amount,
      actualQuantity: amount,
    })
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const drivers = driversOf(parts)
        const totalExcess = subtract(sum(parts.map(({ actual }) => actual)), sum(parts.map(({ expected }) => expected)))
        expect(sum(drivers.map(({ contribution }) => contribution))).toBe(totalExcess)
        for (const { contribution, price, volume } of drivers) {
          if (price !== null && volume !== null) expect(add(price, volume)).toBe(contribution)
        }
      }),
    )
  })

  it('come from the dimension that says most', () => {
    const driver = (name: string, contribution: string) => ({ name, contribution, price: null, volume: null })
    const region = [driver('eu', '50'), driver('us', '50')]
    const service = [driver('compute', '95'), driver('storage', '5')]
    expect(explainingDimension({ region, service, provider: [driver('aws', '100')] })).toBe('service')
    expect(explainingDimension({ provider: [driver('aws', '100')] })).toBeNull()
  })
})

describe('feedback', () => {
  it('raises thresholds for what was no use, lowers them for what was fixed, and stays within bounds', () => {
    const answered = (...answers: Feedback[]) =>
      thresholdsFor(defaultThresholds, answers.reduce(afterFeedback, asShipped))
    expect(answered()).toEqual(defaultThresholds)
    expect(answered('not_useful').day).toBeGreaterThan(answered('expected').day)
    expect(answered('not_useful').dayShare).toBeGreaterThan(defaultThresholds.dayShare)
    expect(answered('expected').dayShare).toBe(defaultThresholds.dayShare)
    expect(answered('fixed').day).toBeLessThan(defaultThresholds.day)
    expect(answered(...Array<Feedback>(50).fill('not_useful')).day).toBe(2.5 * defaultThresholds.day)
    expect(answered(...Array<Feedback>(50).fill('fixed')).day).toBe(0.75 * defaultThresholds.day)
  })
})
