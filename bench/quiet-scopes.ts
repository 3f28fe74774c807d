import type { ScopePart } from '@kept/domain/anomaly.ts'
import { day } from '@kept/domain/series.ts'
import { judgeScopes, type ScopeSeries } from '@kept/engine/anomalies/scopes/judge-scopes.ts'
import { type DailyCost, dailyCost } from '@kept/scenarios/series/daily-cost.ts'
import type { Benchmark } from './benchmark.ts'

const [organizations, resources, days, settled] = [12, 24, 240, 60]
/** All bills begin on the same first of a month, or charges of the month would fall on any day. */
const start = Date.UTC(2024, 3, 1)

/** What a quiet organisation is told: nothing was planted, so every incident is a false one. */
export const quietScopesBenchmark: Benchmark = {
  name: 'quiet-scopes',
  title: 'Anomalies in daily cost: quiet organisations',
  async run() {
    const counts = Array.from({ length: organizations }, (_, one) => {
      const series = seriesOf(billsOf(one))
      const tree = series.filter(({ aside }) => !aside)
      return { tree: incidentsIn(tree), all: incidentsIn(series), scopes: series.length, treeScopes: tree.length }
    })
    const months = (organizations * (days - settled)) / 30
    const perMonth = (of: (one: (typeof counts)[number]) => number) =>
      (counts.reduce((sum, one) => sum + of(one), 0) / months).toFixed(2)
    const [first] = counts
    const rows = [
      [
        'tree: organisation to resources',
        String(first?.treeScopes),
        perMonth(({ tree }) => tree.all),
        perMonth(({ tree }) => tree.told),
      ],
      [
        'with tags and SKUs beside it',
        String(first?.scopes),
        perMonth(({ all }) => all.all),
        perMonth(({ all }) => all.told),
      ],
    ]
    return {
      words: `${organizations} organisations of ${resources} resources in two accounts, six services, four teams, three environments and twelve SKUs over ${days} days, each resource a series of the kind above with nothing planted; counted from day ${settled} on.`,
      head: ['looked at', 'scopes', 'incidents a month', 'of these told (medium and worse)'],
      rows,
      notes: [
        'An incident is one however many scopes saw it. Below five dollars a day nothing is an incident.',
        'There is no figure to reach for whole organisations; for single series it is 0.06 a month.',
      ],
    }
  },
}

function billsOf(organization: number): DailyCost[] {
  const bills: DailyCost[] = []
  for (let seed = 0; bills.length < resources; seed += 1) {
    const one = dailyCost(`quiet-${organization}-${seed}`, { days })
    if (one.start === start) bills.push(one)
  }
  return bills
}

const part = (by: string, value: string): ScopePart => ({ by, value, name: value })

/** Every scope with the sum of what lies in it. */
function seriesOf(bills: readonly DailyCost[]): ScopeSeries[] {
  const sums = new Map<string, { scope: ScopePart[]; aside: boolean; values: number[] }>()
  const add = (scope: ScopePart[], values: readonly number[], aside = false) => {
    const key = JSON.stringify(scope)
    const sum = sums.get(key) ?? { scope, aside, values: values.map(() => 0) }
    values.forEach((value, row) => {
      sum.values[row] = (sum.values[row] ?? 0) + value
    })
    sums.set(key, sum)
  }
  bills.forEach(({ values }, i) => {
    const service = [part('provider', 'AWS'), part('sub_account', `a${i % 2}`), part('service', `s${i % 6}`)]
    for (let depth = 0; depth <= service.length; depth += 1) add(service.slice(0, depth), values)
    add([...service, part('resource', `r${i}`)], values)
    add([...service, part('sku', `s${i % 6}-${i % 12}`)], values, true)
    add([part('tag:team', `t${i % 4}`)], values, true)
    add([part('tag:environment', `e${i % 3}`)], values, true)
  })
  return [...sums.values()].map(({ scope, aside, values }) => ({
    ...{ currency: 'USD', scope },
    days: values.map((value, row) => ({
      date: new Date(start + row * day).toISOString().slice(0, 10),
      cost: value.toFixed(2),
    })),
    ...(aside && { aside }),
  }))
}

function incidentsIn(series: readonly ScopeSeries[]): { all: number; told: number } {
  const from = new Date(start + settled * day).toISOString().slice(0, 10)
  const { incidents } = judgeScopes(series, { sensitivities: new Map(), leastDailyExcess: '5' })
  const late = incidents.filter(({ first_day }) => first_day >= from)
  return { all: late.length, told: late.filter(({ severity }) => severity !== 'low').length }
}
