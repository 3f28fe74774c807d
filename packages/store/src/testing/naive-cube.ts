/** Cost queries as plain loops over lines in memory: slow, obvious, and the reference for the real implementation. */

import type { CostAnswer, CostQuery, CostRow, GroupKey } from '@kept/domain/cost-query.ts'
import type { Measure } from '@kept/domain/cube.ts'
import { dimensions } from '@kept/domain/cube.ts'
import { keyFamilies, splitFamilyKey } from '@kept/domain/cube-keys.ts'
import { compare, type Decimal, divide, multiply, subtract, sum } from '@kept/foundation/decimal.ts'
import type { TestLine } from './lines.ts'

type Window = { from: string; to: string }
type Cell = { row: Omit<CostRow, 'values' | 'previous'>; now: TestLine[]; before: TestLine[] }

export function queryNaively(lines: TestLine[], query: CostQuery, past?: Window & { move(day: string): string }) {
  const matchingLines = lines.filter(
    (line) =>
      (!query.currency || line.BillingCurrency === query.currency) &&
      query.filters.every(({ dimension, op, values }) => {
        const value = valueIn(line, dimension)
        if (op === 'is') return values.includes(value)
        if (op === 'is_not') return !values.includes(value)
        const name = dimension === 'sub_account' ? String(line.SubAccountName ?? '') : ''
        return values.some((part) =>
          part === '' ? value === '' : [value, name].some((text) => text.toLowerCase().includes(part.toLowerCase())),
        )
      }),
  )
  const days = lines.map(dayOf).sort()
  const window = { from: query.start_date ?? days[0] ?? '', to: query.end_date ?? next(days.at(-1) ?? '2000-01-01') }
  const now = matchingLines.filter((line) => within(line, window))
  const before = past ? matchingLines.filter((line) => within(line, past)) : []
  const cells = new Map<string, Cell>()
  const addToCell = (line: TestLine, side: 'now' | 'before', day: string) => {
    const keys = Object.fromEntries(query.group_by.map((key) => [key, valueIn(line, key)]))
    const row = {
      currency: String(line.BillingCurrency),
      period: periodOf(query, line, day),
      keys,
      names: {},
      other: false,
    }
    const id = JSON.stringify([row.currency, row.period, keys])
    const cell: Cell = cells.get(id) ?? { row, now: [], before: [] }
    cell[side].push(line)
    cells.set(id, cell)
  }
  for (const line of now) addToCell(line, 'now', dayOf(line))
  for (const line of before) addToCell(line, 'before', past?.move(dayOf(line)) ?? '')

  const ofGroup = Map.groupBy(cells.values(), ({ row }) => JSON.stringify([row.currency, row.keys]))
  const first = query.measures[0] ?? 'effective'
  const ranked = [...ofGroup].map(([id, groupCells]) => ({
    id,
    currency: groupCells[0]?.row.currency ?? '',
    value: figure(
      first,
      groupCells.flatMap((cell) => cell.now),
    ),
    order: Object.values(groupCells[0]?.row.keys ?? {}),
  }))
  ranked.sort(
    (a, b) =>
      (a.value === null || b.value === null
        ? Number(a.value === null) - Number(b.value === null)
        : compare(b.value, a.value)) || compareOrder(a.order, b.order),
  )
  const shownIds = new Set(
    [...Map.groupBy(ranked, ({ currency }) => currency).values()].flatMap((rankedGroups) =>
      rankedGroups.slice(0, query.top ?? Number.POSITIVE_INFINITY).map(({ id }) => id),
    ),
  )
  const merged = new Map<string, Cell>()
  for (const [id, groupCells] of ofGroup) {
    for (const cell of groupCells) {
      const row = shownIds.has(id) ? cell.row : { ...cell.row, keys: {}, other: true }
      const key = JSON.stringify(row)
      const target: Cell = merged.get(key) ?? { row, now: [], before: [] }
      target.now.push(...cell.now)
      target.before.push(...cell.before)
      merged.set(key, target)
    }
  }
  const values = (cellLines: TestLine[]) =>
    Object.fromEntries(query.measures.map((measure) => [measure, figure(measure, cellLines)]))
  const compared = (cellLines: TestLine[]) => (past ? values(cellLines) : null)
  const totals = [...new Set([...now, ...before].map((line) => String(line.BillingCurrency)))]
    .sort()
    .map((currency) => ({
      currency,
      values: values(now.filter((line) => line.BillingCurrency === currency)),
      previous: compared(before.filter((line) => line.BillingCurrency === currency)),
    }))
  const rows = [...merged.values()].map((cell) => ({
    ...cell.row,
    values: values(cell.now),
    previous: compared(cell.before),
  }))
  return { rows, totals, groups: { returned: shownIds.size, total: ranked.length } } satisfies Pick<
    CostAnswer,
    'rows' | 'totals' | 'groups'
  >
}

function dayOf(line: TestLine): string {
  return String(line.ChargePeriodStart).slice(0, 10)
}

/** Null without values; a rate is over lines that have both figures; a quantity in two units is null. */
function figure(measure: Measure, lines: TestLine[]): Decimal | null {
  const hasValue = (line: TestLine, column: keyof TestLine) => line[column] !== null && line[column] !== undefined
  const total = (column: keyof TestLine, subset = lines) => {
    const amounts = subset.filter((line) => hasValue(line, column)).map((line) => String(line[column]))
    return amounts.length === 0 ? null : sum(amounts)
  }
  const linesWithBoth = (a: keyof TestLine, b: keyof TestLine) =>
    lines.filter((line) => hasValue(line, a) && hasValue(line, b))
  const oneUnit = (amount: keyof TestLine, unit: keyof TestLine) =>
    new Set(lines.filter((line) => hasValue(line, amount)).map((line) => line[unit] ?? '')).size <= 1
  const meanPrice = (price: keyof TestLine) => {
    const subset = linesWithBoth(price, 'PricingQuantity')
    const quantity = total('PricingQuantity', subset)
    const units = new Set(subset.map((line) => line.PricingUnit ?? ''))
    if (units.size > 1 || !quantity || Number(quantity) === 0) return null
    return divide(sum(subset.map((line) => multiply(String(line[price]), String(line.PricingQuantity)))), quantity, 18)
  }
  const usage = lines.filter(isUsage)
  const withListCost = () =>
    linesWithBoth('ListCost', 'EffectiveCost')
      .filter(isUsage)
      .filter((line) => Number(line.ListCost) !== 0 || Number(line.EffectiveCost) <= 0)
  const saved = (column: keyof TestLine, subset: TestLine[]) =>
    subtract(
      subtract(total(column, subset) ?? '0', total('EffectiveCost', subset) ?? '0'),
      total('EffectiveCost', lines.filter(isUncoveredCommitment)) ?? '0',
    )
  switch (measure) {
    case 'billed':
      return total('BilledCost')
    case 'effective':
      return total('EffectiveCost')
    case 'contracted':
      return total('ContractedCost')
    case 'list':
      return total('ListCost')
    case 'quantity':
      return oneUnit('ConsumedQuantity', 'ConsumedUnit') ? total('ConsumedQuantity') : null
    case 'pricing_quantity':
      return oneUnit('PricingQuantity', 'PricingUnit') ? total('PricingQuantity') : null
    case 'unit_cost': {
      const subset = linesWithBoth('EffectiveCost', 'ConsumedQuantity')
      const quantity = total('ConsumedQuantity', subset)
      const single = oneUnit('ConsumedQuantity', 'ConsumedUnit')
      return single && quantity && Number(quantity) !== 0
        ? divide(total('EffectiveCost', subset) ?? '0', quantity, 18)
        : null
    }
    case 'savings_against_list': {
      const subset = withListCost()
      const uncovered = total('EffectiveCost', lines.filter(isUncoveredCommitment))
      return subset.length === 0 && uncovered === null ? null : saved('ListCost', subset)
    }
    case 'savings_rate': {
      const subset = withListCost()
      return subset.length === 0 ? null : percent(saved('ListCost', subset), total('ListCost', subset))
    }
    case 'commitment_quantity':
      return oneUnit('CommitmentDiscountQuantity', 'CommitmentDiscountUnit')
        ? total('CommitmentDiscountQuantity')
        : null
    case 'pricing_currency_cost':
      return oneUnit('PricingCurrencyEffectiveCost', 'PricingCurrency') ? total('PricingCurrencyEffectiveCost') : null
    case 'list_unit_price':
      return meanPrice('ListUnitPrice')
    case 'contracted_unit_price':
      return meanPrice('ContractedUnitPrice')
    case 'pricing_currency_list_unit_price':
      return meanPrice('PricingCurrencyListUnitPrice')
    case 'pricing_currency_contracted_unit_price':
      return meanPrice('PricingCurrencyContractedUnitPrice')
    case 'contract_applied_cost':
    case 'contract_applied_quantity': {
      const key =
        measure === 'contract_applied_cost' ? 'ContractCommitmentAppliedCost' : 'ContractCommitmentAppliedQuantity'
      const amounts = lines.flatMap((line) => {
        const { Elements = [] } = JSON.parse(String(line.ContractApplied || '{}')) as {
          Elements?: Record<string, unknown>[]
        }
        return Elements.flatMap((element) => (typeof element[key] === 'number' ? [String(element[key])] : []))
      })
      return amounts.length === 0 ? null : sum(amounts)
    }
    case 'commitment_savings_rate': {
      const subset = linesWithBoth('ContractedCost', 'EffectiveCost').filter(isUsage)
      return subset.length === 0 ? null : percent(saved('ContractedCost', subset), total('ContractedCost', subset))
    }
    case 'list_coverage':
      return percent(total('EffectiveCost', withListCost()) ?? '0', total('EffectiveCost', usage))
    case 'lines':
      return lines.length === 0 ? null : String(lines.length)
  }
}

function isUsage(line: TestLine): boolean {
  return (line.ChargeCategory ?? 'Usage') === 'Usage' && line.CommitmentDiscountStatus !== 'Unused'
}

function isUncoveredCommitment(line: TestLine): boolean {
  const category = line.ChargeCategory ?? 'Usage'
  if (line.CommitmentDiscountStatus === 'Unused') return category === 'Usage' || category === 'Purchase'
  return category === 'Purchase' && Boolean(line.CommitmentDiscountId || line.CommitmentDiscountType)
}

function percent(part: Decimal, total: Decimal | null): Decimal | null {
  return total === null || Number(total) === 0 ? null : divide(multiply(part, '100'), total, 6)
}

function valueIn(line: TestLine, key: GroupKey): string {
  const part = splitFamilyKey(key)
  if (!part) return String(line[dimensions[key as keyof typeof dimensions].column] ?? '')
  const { column } = keyFamilies[part.family]
  const fieldValue = line[column] ?? {}
  if (typeof fieldValue !== 'string') return (fieldValue as Record<string, string>)[part.key] ?? ''
  const object =
    fieldValue === ''
      ? {}
      : (JSON.parse(fieldValue) as Record<string, unknown> & { Elements?: Record<string, unknown>[] })
  const write = (value: unknown) =>
    value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  if (part.key in object) return write(object[part.key])
  const all = (object.Elements ?? []).map((element) => write(element[part.key])).filter((value) => value !== '')
  return [...new Set(all)].sort().join(', ')
}

function periodOf({ grain }: CostQuery, line: TestLine, day: string): string | null {
  const date = Temporal.PlainDate.from(day)
  switch (grain) {
    case undefined:
      return null
    case 'hour':
      return `${day}T${String(line.ChargePeriodStart).slice(11, 13)}:00:00Z`
    case 'day':
      return day
    case 'week':
      return date.subtract({ days: date.dayOfWeek - 1 }).toString()
    case 'month':
      return date.with({ day: 1 }).toString()
    case 'billing_month':
      return String(line.BillingPeriodStart).slice(0, 10)
  }
}

const within = (line: TestLine, { from, to }: Window) => dayOf(line) >= from && dayOf(line) < to
const next = (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString()

function compareOrder(a: string[], b: string[]): number {
  for (const [index, value] of a.entries()) if (value !== b[index]) return value < (b[index] ?? '') ? -1 : 1
  return 0
}
