/** The bill of each day apart by what it is charged for: only usage is a series of days. */
import { day, type SeriesPoint } from '@kept/domain/series.ts'

export const chargeKinds = ['usage', 'fee', 'tax', 'one_time'] as const
export type ChargeKind = (typeof chargeKinds)[number]

export interface ChargeSeries {
  /** Of the rows it is made of: provider and way of charging. */
  key: string
  kind: ChargeKind
  /** Whose tax is on whose charges. */
  provider: string
  /** Cost by day, in milliseconds since 1970. */
  days: ReadonlyMap<number, number>
}

/** Source: FOCUS 1.2, ChargeCategory, ChargeFrequency and ChargeClass. */
export function chargeKindOf(charge: { category: string; frequency: string; class: string }): ChargeKind {
  if (charge.category === 'Tax') return 'tax'
  if (charge.class === 'Correction' || charge.frequency === 'One-Time') return 'one_time'
  if (charge.category === 'Credit' || charge.category === 'Adjustment') return 'one_time'
  if (charge.category === 'Purchase' || charge.frequency === 'Recurring') return 'fee'
  return 'usage'
}

/** Charges on more than this share of the latest days are charged by the day, whatever they are called. */
const dailyShare = 0.25
const latestDays = 62

export interface SplitSpend {
  /** What is charged by the day. */
  daily: ChargeSeries[]
  /** What falls on single days of a month. */
  charges: ChargeSeries[]
  /** The days of `daily`; null where nothing of it is known. */
  points: SeriesPoint[]
}

/** What was known before `until`. */
export function splitSpend(all: readonly ChargeSeries[], until: number): SplitSpend {
  const knownSeries = all
    .map((series) => ({ ...series, days: new Map([...series.days].filter(([timestamp]) => timestamp < until)) }))
    .filter(({ days }) => days.size > 0)
  const latest = until - latestDays * day
  const recent = (days: ReadonlyMap<number, number>) => [...days.keys()].filter((timestamp) => timestamp >= latest)
  const billed = new Set(knownSeries.flatMap(({ days }) => recent(days))).size
  const isDaily = ({ kind, days }: ChargeSeries) =>
    kind === 'usage' || (billed > 0 && recent(days).length > dailyShare * billed)
  const daily = knownSeries.filter(isDaily)
  const costs = sumDays(daily)
  return {
    daily,
    charges: knownSeries.filter((series) => !isDaily(series)),
    points: [...costs].map(([timestamp, value]) => ({ at: timestamp, value })).sort((a, b) => a.at - b.at),
  }
}

export function sumDays(all: readonly ChargeSeries[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { days } of all)
    for (const [timestamp, cost] of days) sums.set(timestamp, (sums.get(timestamp) ?? 0) + cost)
  return sums
}

export interface ChargeRow {
  provider: string
  category: string
  frequency: string
  class: string
}

export const seriesKey = (row: ChargeRow) => JSON.stringify([row.provider, row.category, row.frequency, row.class])

/** One series for each provider and each way of charging. */
export function toChargeSeries<Row extends ChargeRow>(
  rows: readonly Row[],
  read: (row: Row) => { at: number; cost: number },
): ChargeSeries[] {
  const series = new Map<string, ChargeSeries & { days: Map<number, number> }>()
  for (const row of rows) {
    const key = seriesKey(row)
    const entry = series.get(key) ?? { key, kind: chargeKindOf(row), provider: row.provider, days: new Map() }
    series.set(key, entry)
    const { at, cost } = read(row)
    entry.days.set(at, (entry.days.get(at) ?? 0) + cost)
  }
  return [...series.values()]
}
