import { add } from '@kept/foundation/decimal.ts'
import { describe, expect, it } from 'vitest'
import { evaluateScopes, type ScopeSeries } from './evaluate-scopes.ts'

const first = Temporal.PlainDate.from('2026-07-01')
const dateOf = (row: number) => first.add({ days: row }).toString()

/** Two services of one account, with a quiet weekend and a little noise; `change` makes of a day what happened to it. */
function bill(
  rows: number,
  change: (baseline: number, row: number, service: string) => number = (baseline) => baseline,
) {
  let state = 7
  const costs = (service: string) =>
    Array.from({ length: rows }, (_, row) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      const baseline = (row % 7 >= 5 ? 70 : 100) * (1 + 0.06 * (state / 2 ** 32 - 0.5))
      return { date: dateOf(row), cost: change(baseline, row, service).toFixed(2) }
    })
  const [compute, storage] = [costs('compute'), costs('storage')]
  const total = compute.map(({ date, cost }, row) => ({ date, cost: add(cost, storage[row]?.cost ?? '0') }))
  const part = (dimension: string, value: string) => ({ dimension: dimension, value, name: value })
  const account = [part('provider', 'AWS'), part('sub_account', '1')]
  const series = (scope: ScopeSeries['scope'], days: ScopeSeries['days']) => ({ currency: 'USD', scope, days })
  return [
    series([], total),
    series(account.slice(0, 1), total),
    series(account, total),
    series([...account, part('service', 'compute')], compute),
    series([...account, part('service', 'storage')], storage),
  ]
}

const spike = (baseline: number, row: number, service: string) =>
  row === 80 && service === 'compute' ? 3 * baseline : baseline

const evaluate = (series: ScopeSeries[], minDailyExcess = '5') =>
  evaluateScopes(series, { sensitivities: new Map(), minDailyExcess }, async () => undefined)

describe('evaluateScopes', () => {
  it('finds nothing in ordinary days', async () => {
    expect((await evaluate(bill(100))).incidents).toEqual([])
  })

  it('makes one incident of a spike that five scopes saw, at the service where it happened', async () => {
    const { incidents, evaluated, learning } = await evaluate(bill(100, spike))
    expect(incidents).toHaveLength(1)
    expect(incidents[0]).toMatchObject({
      scope: [{ value: 'AWS' }, { value: '1' }, { value: 'compute' }],
      direction: 'above',
      status: 'over',
      severity: 'critical',
      first_day: dateOf(80),
      last_day: dateOf(80),
    })
    expect({ evaluated, learning }).toEqual({ evaluated: 5, learning: 0 })
  })

  it('says the same of a day whatever came after it', async () => {
    const cut = bill(100, spike).map((series) => ({ ...series, days: series.days.slice(0, 81) }))
    const [openIncident] = (await evaluate(cut)).incidents
    const [laterIncident] = (await evaluate(bill(100, spike))).incidents
    expect(openIncident).toMatchObject({
      status: 'open',
      first_day: laterIncident?.first_day,
      expected: laterIncident?.expected,
    })
  })

  it('holds a new level against the weeks before it, not against what it has learned of it', async () => {
    const shift = (baseline: number, row: number) => (row >= 90 ? 2 * baseline : baseline)
    const [incident] = (await evaluate(bill(94, shift))).incidents
    expect(incident?.status).toBe('open')
    const ratio = Number(incident?.actual) / Number(incident?.expected)
    expect(ratio).toBeGreaterThan(1.9)
    expect(ratio).toBeLessThan(2.1)
    expect(Number(incident?.projected_excess)).toBeGreaterThan(Number(incident?.actual) - Number(incident?.expected))
  })

  it('does not believe too little of the last day, which is often only part of one', async () => {
    const part = (baseline: number, row: number) => (row === 99 ? baseline / 10 : baseline)
    expect((await evaluate(bill(100, part))).incidents).toEqual([])
    expect((await evaluate(bill(102, part))).incidents).toMatchObject([{ direction: 'below' }])
  })

  it('leaves out anomalies below the minimum excess, and those of scopes made less sensitive', async () => {
    expect((await evaluate(bill(100, spike), '1000')).incidents).toEqual([])
  })

  it('holds a line that is charged once a month against its charges before, and keeps quiet of its first quarter end', async () => {
    const line = (doubledFrom: string) => ({
      currency: 'USD',
      scope: ['AWS', '1', 'Vendor'].map((value, depth) => ({
        ...{ dimension: ['provider', 'sub_account', 'service'][depth] ?? '', value, name: value },
      })),
      days: Array.from({ length: 230 }, (_, row) => {
        const date = dateOf(row)
        return { date, cost: date.endsWith('-04') ? (date >= doubledFrom ? '960.00' : '480.00') : '0' }
      }),
    })
    expect((await evaluate([line('2030')])).incidents).toEqual([])
    expect((await evaluate([line('2027-01')])).incidents).toMatchObject([
      { direction: 'above', first_day: '2027-01-04', last_day: '2027-01-04', expected: '480', actual: '960' },
    ])
    const closing = (baseline: number, row: number) => (dateOf(row) === '2026-09-30' ? 2 * baseline : baseline)
    expect((await evaluate(bill(110, closing))).incidents).toEqual([])
  })

  it('reports the same without evaluating what never cost as much as the minimum excess', async () => {
    const all = bill(100, spike)
    const small = all.slice(3).map(({ days, ...series }) => ({
      ...series,
      scope: series.scope.map((part, level) => (level === 2 ? { ...part, value: `small ${part.value}` } : part)),
      days: days.map(({ date, cost }) => ({ date, cost: (Number(cost) / 100).toFixed(2) })),
    }))
    const { incidents, evaluated } = await evaluate([...all, ...small], '50')
    expect(incidents).toEqual((await evaluate(all, '50')).incidents)
    expect(incidents).toHaveLength(1)
    expect(evaluated).toBe(7)
    expect((await evaluate(all, '500')).incidents).toEqual([])
  })

  it('counts scopes that are too young to be evaluated', async () => {
    expect(await evaluate(bill(15))).toMatchObject({ incidents: [], evaluated: 5, learning: 5 })
  })
})
