/** A section over the cost cube, as tables. */
import type { CostAnswer, CostQuery, CostRow, GroupKey } from '@kept/domain/cost-query.ts'
import { dimensions, type Measure, measures } from '@kept/domain/cube.ts'
import type { CostsSection, ReportDefinition } from '@kept/domain/report.ts'
import type { CellKind, ReportColumn, ReportRow, TableBlock } from '@kept/domain/report-document.ts'
import { reportLimits } from '@kept/domain/report-labels.ts'
import { roundToTotal } from '@kept/engine/reports/round-rows.ts'
import { type Decimal, divide, isZero, multiply, subtract, toPlaces } from '@kept/foundation/decimal.ts'
import { minorUnits } from '@kept/foundation/format/money.ts'
import { isKeyOf } from '@kept/foundation/narrow.ts'

const cellKinds: Record<(typeof measures)[Measure]['unit'], CellKind> = {
  currency: 'money',
  quantity: 'number',
  currency_per_unit: 'number',
  percent: 'percent',
  count: 'number',
}
/** Decimals of figures that are no money. */
const otherPlaces: Record<(typeof measures)[Measure]['unit'], number> = {
  ...{ currency: 2, quantity: 4, currency_per_unit: 9, percent: 1, count: 0 },
}

interface Days {
  start_date: string
  end_date: string
}

export function costQueryOf(section: CostsSection, report: ReportDefinition, days: Days): CostQuery {
  const groupBy = groupsOf(section)
  return {
    measures: [section.measure],
    group_by: groupBy,
    ...(section.grain && section.view !== 'total' && { grain: section.grain }),
    filters: [...report.filters, ...section.filters],
    ...days,
    ...(section.compare && { compare: section.compare }),
    ...(groupBy.length > 0 && { top: section.top }),
    ...(report.currency !== null && { currency: report.currency }),
    page: 1,
    page_size: reportLimits.rows,
  }
}

/** A total has no groups, and neither has a chart over time. */
function groupsOf({ view, group_by, grain }: CostsSection): GroupKey[] {
  return view === 'total' || (view === 'chart' && grain) ? [] : group_by
}

/** One table; of a chart, one for each currency, because bars of two currencies cannot be compared. */
export function costsBlocks(section: CostsSection, answer: CostAnswer): TableBlock[] {
  const groups = groupsOf(section)
  const { unit, label } = measures[section.measure]
  const columns: ReportColumn[] = [
    ...(section.grain && section.view !== 'total' ? [column('period', 'Period', 'date')] : []),
    ...groups.map((key) => column(key, groupLabel(key), 'text')),
    column('currency', 'Currency', 'text'),
    column('value', label, cellKinds[unit]),
    ...(section.compare
      ? [
          column(
            'previous',
            section.compare === 'previous_year' ? 'Previous year' : 'Previous period',
            cellKinds[unit],
          ),
          column('change', 'Change', cellKinds[unit]),
          column('change_percent', 'Change %', 'percent'),
        ]
      : []),
  ]
  const tables = answer.totals.map((total) => {
    const costRows = section.view === 'total' ? [] : answer.rows.filter(({ currency }) => currency === total.currency)
    return tableOf(section, groups, { costRows, total, isComplete: answer.page.rows <= answer.rows.length })
  })
  const note = noteOf(section, answer)
  const title = section.title || label
  const withRows = (rows: ReportRow[], totals: ReportRow[], name = title): TableBlock => ({
    ...{ kind: 'table', title: name, columns, rows, totals, note },
    chart: section.view === 'chart' ? chartOf(section, groups) : null,
  })
  if (section.view === 'chart' && tables.length > 1)
    return tables.map(({ rows, totals, currency }) => withRows(rows, totals, `${title} (${currency})`))
  // A section without groups has only its total.
  const isTotalOnly = groups.length === 0 && (!section.grain || section.view === 'total')
  const totals = tables.flatMap((table) => table.totals)
  return [
    isTotalOnly
      ? withRows(totals, [])
      : withRows(
          tables.flatMap(({ rows }) => rows),
          totals,
        ),
  ]
}

function chartOf({ grain }: CostsSection, groups: readonly GroupKey[]): TableBlock['chart'] {
  if (grain) return { form: 'columns', label: 'period', value: 'value' }
  return { form: 'bars', label: groups[0] ?? 'currency', value: 'value' }
}

function noteOf({ view }: CostsSection, { page, rows }: CostAnswer): string {
  if (view === 'total' || page.rows <= rows.length) return ''
  return `The first ${rows.length} of ${page.rows} rows. The totals are of all rows.`
}

function tableOf(
  { measure, compare, view, grain }: CostsSection,
  groups: readonly GroupKey[],
  { costRows, total, isComplete }: { costRows: CostRow[]; total: CostAnswer['totals'][number]; isComplete: boolean },
): { currency: string; rows: ReportRow[]; totals: ReportRow[] } {
  const { currency } = total
  const { unit } = measures[measure]
  const places = unit === 'currency' ? minorUnits(currency) : otherPlaces[unit]
  const isSum = (unit === 'currency' || unit === 'count') && isComplete && view !== 'total'
  const valuesOf = (values: CostRow['values'] | null) => values?.[measure] ?? null
  const values = rounded(
    costRows.map((row) => valuesOf(row.values)),
    places,
    isSum,
  )
  const previous = rounded(
    costRows.map((row) => valuesOf(row.previous)),
    places,
    isSum,
  )
  const figures = (value: Decimal | null, before: Decimal | null): ReportRow => ({
    value,
    ...(compare && { previous: before, ...changeOf(value, before, places) }),
  })
  const rows = costRows.map(
    (row, index): ReportRow => ({
      ...(grain && { period: row.period }),
      ...labelsOf(row, groups),
      currency,
      ...figures(values[index] ?? null, previous[index] ?? null),
    }),
  )
  const round = (value: Decimal | null) => (value === null ? null : toPlaces(value, places))
  const totalRow: ReportRow = {
    currency,
    ...figures(round(valuesOf(total.values)), round(valuesOf(total.previous))),
  }
  const first = grain && view !== 'total' ? 'period' : groups[0]
  return { currency, rows, totals: [first ? { [first]: 'Total', ...totalRow } : totalRow] }
}

/** Rounded so that the rows add up to their rounded sum, where they can be added. */
function rounded(values: readonly (Decimal | null)[], places: number, isSum: boolean): (Decimal | null)[] {
  if (!isSum) return values.map((value) => (value === null ? null : toPlaces(value, places)))
  const { amounts } = roundToTotal(
    values.filter((value) => value !== null),
    places,
  )
  let next = 0
  return values.map((value) => {
    if (value === null) return null
    next += 1
    return amounts[next - 1] ?? null
  })
}

function changeOf(value: Decimal | null, previous: Decimal | null, places: number): ReportRow {
  if (value === null || previous === null) return { change: null, change_percent: null }
  const change = subtract(value, previous)
  const percent = isZero(previous) ? null : toPlaces(multiply(divide(change, previous.replace('-', ''), 9), '100'), 1)
  return { change: toPlaces(change, places), change_percent: percent }
}

function labelsOf({ keys, names, other }: CostRow, groups: readonly GroupKey[]): ReportRow {
  return Object.fromEntries(
    groups.map((key, index) => [key, other ? (index === 0 ? 'Other' : '') : names[key] || keys[key] || 'None']),
  )
}

function groupLabel(key: GroupKey): string {
  return isKeyOf(dimensions, key) ? dimensions[key].label : key.replace(/^tag:/, 'Tag ')
}

const column = (key: string, label: string, kind: CellKind): ReportColumn => ({ key, label, kind })
