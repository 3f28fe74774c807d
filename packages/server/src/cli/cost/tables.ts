/** Formats a cube answer as text tables, one per currency; few periods become columns, many become rows. */

import type { CostAnswer, CostQuery, CostRow } from '@kept/domain/cost-query.ts'
import { type Measure, measures } from '@kept/domain/cube.ts'
import { absolute, type Decimal, divide, isZero, multiply, subtract, toPlaces } from '@kept/foundation/decimal.ts'
import type { TextColumn } from '../terminal.ts'

interface CostTable {
  currency: string
  columns: TextColumn[]
  rows: string[][]
  total: string
}

/** With more periods, each becomes a row. */
const maxColumns = 13

export function costTables(query: CostQuery, answer: CostAnswer): CostTable[] {
  return answer.totals.map((total) => {
    const rows = answer.rows.filter(({ currency }) => currency === total.currency)
    const periods = [...new Set(rows.map(({ period }) => period ?? ''))].sort()
    const isSideBySide = query.grain && query.measures.length === 1 && !query.compare && periods.length <= maxColumns
    return {
      currency: total.currency,
      ...(isSideBySide ? sideBySide(query, rows, periods) : listed(query, rows)),
      total: query.measures
        .map((measure) => `${measures[measure].label.toLowerCase()} ${figure(measure, total.values[measure])}`)
        .concat(query.compare ? [formatChange(query, total)] : [])
        .join(', '),
    }
  })
}

function listed(query: CostQuery, rows: CostRow[]): Pick<CostTable, 'columns' | 'rows'> {
  const period = query.grain ? [{ head: query.grain }] : []
  const figures = query.measures.flatMap((measure): TextColumn[] => [
    { head: measure, align: 'right' },
    ...(query.compare
      ? [
          { head: 'previous', align: 'right' as const },
          { head: 'change', align: 'right' as const },
        ]
      : []),
  ])
  return {
    columns: [...period, ...query.group_by.map((key) => ({ head: key })), ...figures],
    rows: rows.map((row) => [
      ...(query.grain ? [row.period ?? ''] : []),
      ...keyCells(query, row),
      ...query.measures.flatMap((measure) => {
        const [now, before] = [row.values[measure], row.previous?.[measure]]
        return query.compare
          ? [figure(measure, now), figure(measure, before), change(now, before)]
          : [figure(measure, now)]
      }),
    ]),
  }
}

function sideBySide(query: CostQuery, rows: CostRow[], periods: string[]): Pick<CostTable, 'columns' | 'rows'> {
  const [measure = 'effective'] = query.measures
  const months = query.grain === 'month' || query.grain === 'billing_month'
  const groups = Map.groupBy(rows, ({ other, keys }) => JSON.stringify([other, keys]))
  // The "all others" row comes last.
  const ordered = [...groups.values()].toSorted(([a], [b]) => Number(a?.other) - Number(b?.other))
  return {
    columns: [
      ...query.group_by.map((key) => ({ head: key })),
      ...periods.map((period): TextColumn => ({ head: months ? period.slice(0, 7) : period, align: 'right' })),
    ],
    rows: ordered.map((group) => [
      ...(group[0] ? keyCells(query, group[0]) : []),
      ...periods.map((period) => figure(measure, group.find((row) => row.period === period)?.values[measure])),
    ]),
  }
}

function keyCells(query: CostQuery, { keys, names, other }: CostRow): string[] {
  return query.group_by.map((key, index) => {
    if (other) return index === 0 ? '(all others)' : ''
    const value = keys[key] ?? ''
    return names[key] && names[key] !== value ? `${names[key]} (${value})` : value || '(none)'
  })
}

/** Money to the cent, quantities to four decimals; unknown is a dash. */
function figure(measure: Measure, value: Decimal | null | undefined): string {
  if (value === null || value === undefined) return '-'
  switch (measures[measure].unit) {
    case 'count':
      return grouped(value)
    case 'currency':
      return grouped(toPlaces(value, 2))
    case 'percent':
      return `${toPlaces(value, 1)}%`
    default:
      return grouped(toPlaces(value, 4))
  }
}

function change(now: Decimal | null | undefined, before: Decimal | null | undefined): string {
  if (!now || !before || isZero(before)) return '-'
  const percent = divide(multiply(subtract(now, before), '100'), absolute(before), 1)
  return `${percent.startsWith('-') ? '' : '+'}${toPlaces(percent, 1)}%`
}

function formatChange({ measures: [measure = 'effective'] }: CostQuery, total: CostAnswer['totals'][number]): string {
  const before = total.previous?.[measure]
  return `previous ${figure(measure, before)} (${change(total.values[measure], before)})`
}

function grouped(text: string): string {
  const [integer = '', fraction] = text.split('.')
  const spaced = integer.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? spaced : `${spaced}.${fraction}`
}
