import type { CostReport } from '@kept/domain/sync/port.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oldestOpenMonth } from './month-listing.ts'
import { planReports } from './plan-reports.ts'

const tenancy = 'ocid1.tenancy.oc1..aaaa'

function report(kind: CostReport['kind'], day: string, change: Partial<CostReport> = {}): CostReport {
  const folder = kind === 'focus' ? 'FOCUS Reports' : 'reports/cost-csv'
  return {
    path: `${folder}/${day}.csv.gz`,
    bytes: 10,
    version: '1',
    kind,
    writtenMs: Date.parse(`${day}T06:00:00Z`),
    month: day.slice(0, 7),
    ...change,
  }
}

const focus = (day: string, change?: Partial<CostReport>) => report('focus', day, change)
const csv = (day: string, change?: Partial<CostReport>) => report('cost_csv', day, change)
const none = new Map<string, string[]>()

/** The files of each month, as [month, paths]. */
function plan(reports: CostReport[], loaded: ReadonlyMap<string, readonly string[]> = none) {
  return planReports(tenancy, reports, loaded).map(({ month, files }) => [month, files.map(({ path }) => path)])
}

describe('the months of cost reports', () => {
  it('has every report of FOCUS once, and none in the other format', () => {
    const both = ['2026-01-30', '2026-01-31', '2026-02-01'].flatMap((day) => [focus(day), csv(day)])
    expect(plan(both)).toEqual([
      ['2026-01', ['FOCUS Reports/2026-01-30.csv.gz', 'FOCUS Reports/2026-01-31.csv.gz']],
      ['2026-02', ['FOCUS Reports/2026-02-01.csv.gz']],
    ])
  })

  it('reads the cost CSV where there are no FOCUS reports, or only newer ones', () => {
    expect(plan([csv('2026-01-30')])).toEqual([['2026-01', ['reports/cost-csv/2026-01-30.csv.gz']]])
    expect(plan([csv('2026-01-30'), csv('2026-02-05'), focus('2026-02-05')])).toEqual([
      ['2026-01', ['reports/cost-csv/2026-01-30.csv.gz']],
      ['2026-02', ['reports/cost-csv/2026-02-05.csv.gz']],
    ])
    expect(plan([csv('2026-01-30'), focus('2026-01-31')])).toEqual([['2026-01', ['FOCUS Reports/2026-01-31.csv.gz']]])
  })

  it('stays with the format that it has read', () => {
    const loaded = new Map([['2026-01', ['reports/cost-csv/2026-01-30.csv.gz']]])
    const reports = [csv('2026-01-30'), csv('2026-02-05'), focus('2026-01-29'), focus('2026-02-05')]
    expect(plan(reports, loaded).map(([, paths]) => paths)).toEqual([
      ['reports/cost-csv/2026-01-30.csv.gz'],
      ['reports/cost-csv/2026-02-05.csv.gz'],
    ])
    expect(() => plan([...reports, focus('2026-02-13')], loaded)).toThrow(
      'Oracle Cloud has written no cost reports in CSV since Feb 5, 2026, but FOCUS reports. What was read stays. To read the others instead, undo the imports of this connection and choose "Sync now".',
    )
  })

  it('leaves a month of which Oracle has deleted reports as it was read', () => {
    const loaded = new Map([
      ['2025-11', ['FOCUS Reports/2025-11-01.csv.gz', 'FOCUS Reports/2025-11-30.csv.gz']],
      ['2025-12', ['FOCUS Reports/2025-12-01.csv.gz']],
    ])
    expect(plan([focus('2025-11-30'), focus('2025-12-01'), focus('2025-12-02')], loaded)).toEqual([
      ['2025-12', ['FOCUS Reports/2025-12-01.csv.gz', 'FOCUS Reports/2025-12-02.csv.gz']],
    ])
    expect(plan([], loaded)).toEqual([])
  })

  it('leaves a report in its month when it is written again in a later one, and reads that month again', () => {
    const before = csv('2026-01-30')
    const after = csv('2026-01-30', { month: '2026-02', version: '2' })
    const loaded = new Map([['2026-01', [before.path]]])
    const [planned] = planReports(tenancy, [after, csv('2026-02-01')], loaded)
    expect(planned).toMatchObject({ month: '2026-01', files: [{ path: before.path }] })
    expect(planned?.execution).not.toBe(planReports(tenancy, [before], loaded)[0]?.execution)
  })

  it('has every report in exactly one month, in whatever order they are listed and read', () => {
    const days = fc.uniqueArray(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 30 }), fc.nat(), (offsets, firstPart, seed) => {
        const reports = offsets.map((offset) =>
          focus(new Date(Date.UTC(2026, 0, 1 + offset)).toISOString().slice(0, 10), { version: String(seed) }),
        )
        const first = new Map(plan(reports.slice(0, firstPart)) as [string, string[]][])
        const second = plan(reports, first)
        expect(second).toEqual(plan(reports.toReversed()))
        expect(second.flatMap(([, paths]) => paths).toSorted()).toEqual(reports.map(({ path }) => path).toSorted())
      }),
    )
  })
})

describe('complete months', () => {
  const month = (name: string, version: string, table = 'standard') =>
    report('focus', `${name}-02`, { kind: 'month', path: `${table}/${name}`, month: name, version })

  it('take the place of what was read of them, also from another table', () => {
    const loaded = new Map([['2026-01', ['standard/2026-01']]])
    expect(plan([month('2026-02', '1'), month('2026-01', '1', 'detailed')], loaded)).toEqual([
      ['2026-01', ['detailed/2026-01']],
      ['2026-02', ['standard/2026-02']],
    ])
    const executions = [month('2026-01', '1'), month('2026-01', '2'), month('2026-01', '1', 'detailed')].map(
      (entry) => planReports(tenancy, [entry], none)[0]?.execution,
    )
    expect(new Set(executions).size).toBe(3)
  })
})

describe('the oldest month to list', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const oldestOf = (units: Parameters<typeof oldestOpenMonth>[0], at = now, isScheduled = true) =>
    oldestOpenMonth(units, at, { isScheduled })
  const unit = (month: string, completed: string | null, state = 'complete') => ({
    month,
    importId: 'import',
    state,
    completedAt: completed === null ? null : new Date(completed),
  })

  it('is the first of all before a month was read', () => {
    expect(oldestOf([])).toBeUndefined()
    expect(oldestOf([{ ...unit('2026-11', null, 'denied'), importId: null }])).toBeUndefined()
  })

  it('is the one that ended within two weeks, or was not complete since', () => {
    const old = unit('2026-01', '2026-11-19T00:00:00Z')
    expect(oldestOf([old])).toBe('2026-11')
    expect(oldestOf([old], new Date('2026-11-10T12:00:00Z'))).toBe('2026-10')
    // A connection that was paused when the month closed.
    expect(oldestOf([old, unit('2026-06', '2026-07-14T23:00:00Z')])).toBe('2026-06')
    expect(oldestOf([old, unit('2026-06', '2026-07-15T01:00:00Z')])).toBe('2026-11')
    expect(oldestOf([old, unit('2026-03', '2026-11-19T00:00:00Z', 'partial')])).toBe('2026-03')
  })

  it('is no closed month whose import cannot succeed, unless a person asks for it', () => {
    const old = unit('2026-01', '2026-11-19T00:00:00Z')
    const tooLarge = { ...unit('2026-03', null, 'partial'), isFinal: true }
    expect(oldestOf([old, tooLarge])).toBe('2026-11')
    expect(oldestOf([old, tooLarge], now, false)).toBe('2026-03')
    expect(oldestOf([old, { ...unit('2026-11', null, 'partial'), isFinal: true }])).toBe('2026-11')
  })
})
