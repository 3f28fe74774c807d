import type { ScopePart } from '@kept/domain/anomaly.ts'
import { day } from '@kept/domain/series.ts'
import { evaluateScopes, type ScopeSeries } from '@kept/engine/anomalies/scopes/evaluate-scopes.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { type DailyCost, dailyCost } from '@kept/scenarios/series/daily-cost.ts'
import type { Benchmark } from './benchmark.ts'

const [organizations, resources, days, warmUpDays] = [12, 24, 240, 60]
/** All bills begin on the same first of a month, or charges of the month would fall on any day. */
const start = Date.UTC(2024, 3, 1)

/** False positives: the generator adds no anomaly to these scopes, so every incident is false. */
export const quietScopesBenchmark: Benchmark = {
  name: 'quiet-scopes',
  title: 'Anomalies in daily cost: quiet organizations',
  async run() {
    const counts: { tree: Counted; all: Counted; scopes: number; treeScopes: number }[] = []
    for (let organization = 0; organization < organizations; organization += 1) {
      const series = seriesOf(billsOf(organization))
      const tree = series.filter(({ isCrossCutting }) => !isCrossCutting)
      const [ofTree, all] = [await incidentsIn(tree), await incidentsIn(series)]
      counts.push({ tree: ofTree, all, scopes: series.length, treeScopes: tree.length })
    }
    const months = (organizations * (days - warmUpDays)) / 30
    const perMonth = (countOf: (count: (typeof counts)[number]) => number) =>
      (counts.reduce((sum, count) => sum + countOf(count), 0) / months).toFixed(2)
    const [first] = counts
    const rows = [
      [
        'tree: organization to resources',
        String(first?.treeScopes),
        perMonth(({ tree }) => tree.all),
        perMonth(({ tree }) => tree.notified),
      ],
      [
        'with tags and SKUs beside it',
        String(first?.scopes),
        perMonth(({ all }) => all.all),
        perMonth(({ all }) => all.notified),
      ],
    ]
    return {
      description: `${organizations} organizations of ${resources} resources in two accounts, six services, four teams, three environments and twelve SKUs over ${days} days, each resource a series of the kind above with nothing planted; counted from day ${warmUpDays} on.`,
      head: ['looked at', 'scopes', 'incidents a month', 'of these told (medium and worse)'],
      rows,
      notes: [
        'An incident is one however many scopes saw it. Below five dollars a day nothing is an incident.',
        'There is no figure to reach for whole organizations; for single series it is 0.06 a month.',
      ],
    }
  },
}

function billsOf(organization: number): DailyCost[] {
  const bills: DailyCost[] = []
  for (let seed = 0; bills.length < resources; seed += 1) {
    const bill = dailyCost(`quiet-${organization}-${seed}`, { days })
    if (bill.start === start) bills.push(bill)
  }
  return bills
}

const part = (dimension: string, value: string): ScopePart => ({ dimension, value, name: value })

/** Every scope with the sum of what lies in it. */
function seriesOf(bills: readonly DailyCost[]): ScopeSeries[] {
  const sums = new Map<string, { scope: ScopePart[]; isCrossCutting: boolean; values: number[] }>()
  const add = (scope: ScopePart[], values: readonly number[], isCrossCutting = false) => {
    const key = JSON.stringify(scope)
    const sum = sums.get(key) ?? { scope, isCrossCutting, values: values.map(() => 0) }
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
  return [...sums.values()].map(({ scope, isCrossCutting, values }) => ({
    ...{ currency: 'USD', scope },
    days: values.map((value, row) => ({
      date: utcDay(start + row * day),
      cost: value.toFixed(2),
    })),
    ...(isCrossCutting && { isCrossCutting }),
  }))
}

interface Counted {
  all: number
  notified: number
}

async function incidentsIn(series: readonly ScopeSeries[]): Promise<Counted> {
  const from = utcDay(start + warmUpDays * day)
  const order = { sensitivities: new Map(), minDailyExcess: '5' }
  const { incidents } = await evaluateScopes(series, order, async () => undefined)
  const countedIncidents = incidents.filter(({ first_day }) => first_day >= from)
  return {
    all: countedIncidents.length,
    notified: countedIncidents.filter(({ severity }) => severity !== 'low').length,
  }
}
