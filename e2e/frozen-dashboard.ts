/** Answers that are the same on every day and machine, for a picture of the dashboard. */
import type { CostForecast, PastForecast } from '@kept/contract/routes/anomalies.ts'
import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import type { SavingsSummary } from '@kept/contract/routes/savings.ts'
import type { CostAnswer } from '@kept/domain/cost-query.ts'
import type { Page } from 'playwright-core'

const split = { fee: '1052.60', customer_net: '3157.80' }

const days = Array.from({ length: 31 }, (_, i) => `2026-10-${String(i + 1).padStart(2, '0')}`)
const costs = days.map((_, i) => (900 + 60 * Math.sin(i / 3) + (i === 20 ? 700 : 0)).toFixed(2))
const october = { start_date: '2026-10-01', end_date: '2026-11-01' }
const noBefore = { previous_start_date: null, previous_end_date: null }

const overview: Overview = {
  ...{ ...october, ...noBefore, first_day: '2026-07-01', last_day: '2026-10-31' },
  currencies: [
    {
      ...{ currency: 'USD', billed: '27115.90', effective: '28601.42', contracted: '30010.00', list: '36120.77' },
      ...{ previous_effective: null, change_percent: null, providers: [], movers: [] },
      days: days.map((date, i) => ({ date, effective: costs[i] ?? '0', billed: costs[i] ?? '0' })),
      services: ['Amazon Elastic Compute Cloud', 'BigQuery', 'Virtual Machines'].map((service, i) => ({
        ...{ service, provider: 'AWS', effective: String(9000 / (i + 1)), previous: null },
      })),
      recommendations: { count: 12, monthly_savings: '4210.40', low: '3100.00', high: '5008.12', split },
    },
  ],
  reconciliation: { loads: 12, ok: 12, rejected_rows: 0, invoiced: 0 },
  last_import_at: '2026-11-02T06:30:00.000Z',
}
const past: PastForecast[] = [
  {
    ...{ currency: 'USD', ...october, actual: '28601.42', known_days: 92, needed_days: 31 },
    forecast: {
      ...{ method: 'seasonal naive (7)', point: '29120.00', band80: { lower: '27000.00', upper: '31240.00' } },
      kinds: [],
      days: days.map((date, i) => ({
        ...{ date, actual: costs[i] ?? null, point: '939.35', band80: { lower: '860.00', upper: '1020.00' } },
      })),
    },
  },
]
const savings: SavingsSummary = {
  currencies: [
    {
      ...{ currency: 'USD', verified: '1820.44', fee: '455.11', customer_net: '1365.33', carried: '0' },
      ...{ statements: 2, last_period: '2026-10', provisional: null, rules: [] },
      months: [
        {
          ...{ period: '2026-10', state: 'final', net: '1290.40', fee: '322.60', parts: {}, reversed: '0' },
          ...{ held: [], gaps: [], calculated_at: '2026-11-02T07:00:00.000Z' },
        },
      ],
    },
  ],
  actions: {},
}
const answer: CostAnswer = {
  rows: ['AWS', 'Microsoft'].flatMap((provider, providerIndex) =>
    days.map((period, i) => ({
      ...{ currency: 'USD', period, keys: { provider }, names: { provider }, other: false },
      values: { effective: (Number(costs[i]) * (providerIndex === 0 ? 0.7 : 0.3)).toFixed(2) },
      previous: null,
    })),
  ),
  ...{ totals: [], groups: { returned: 2, total: 2 }, ...october, ...noBefore },
  page: { number: 1, size: 10_000, rows: 0, version: '' },
}

/** Charges apart from the trend are asked for by their category. */
const apart: CostAnswer = {
  ...answer,
  rows: [
    {
      ...{ currency: 'USD', period: '2026-10-31', keys: { charge_category: 'Tax', provider: 'AWS' }, names: {} },
      ...{ other: false, values: { effective: '1102.15' }, previous: null },
    },
  ],
}
const forecast: CostForecast = {
  ...{ currency: 'USD', method: 'seasonal naive (7)', last_day: '2026-10-31', filled_days: 0, history: [], days: [] },
  ...{ parts: [], kinds: [], events: [] },
  total: { ...bandsOf('29120.00') },
  month_end: { month: '2026-11', so_far: '12004.10', ...bandsOf('29644.80') },
  backtest: {
    ...{ horizon: 30, count: 0, distance: 30, error: null, total_error: null, coverage80: null, coverage95: null },
    past: [],
  },
}

function bandsOf(point: string) {
  const band = { lower: '28120.00', upper: '31410.00' }
  return { point, band50: band, band80: band, band95: band }
}

const answers: Record<string, unknown> = {
  '/v1/cost-optimization/forecast': { data: [forecast], meta: {} },
  '/v1/cost-optimization/anomalies': {
    data: [],
    meta: { min_daily_excess: '5', notify_from: 'high', evaluated_at: null },
  },
  '/v1/loops': { data: [], meta: {} },
  '/v1/budgets': { data: [] },
  '/v1/cost-optimization/recommendations': {
    data: [],
    meta: { totals: [], outcomes: [], rules: [], evaluated_at: null },
  },
  '/v1/cost-optimization/overview': { data: overview },
  '/v1/cost-optimization/forecast/past': { data: past },
  '/v1/savings/summary': { data: savings },
  '/v1/costs/query': { data: answer },
  '/v1/notifications': { data: [], meta: { page: 1, page_size: 10, total: 0, unread: 0 } },
}

/** The page gets these in place of the server's own; everything else goes through. */
export async function freezeDashboard(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname in answers,
    (route) => {
      const request = route.request()
      const { pathname } = new URL(request.url())
      const isApart = pathname === '/v1/costs/query' && request.postData()?.includes('"is","values":["Purchase"')
      return route.fulfill({ json: isApart ? { data: apart } : answers[pathname] })
    },
  )
}
