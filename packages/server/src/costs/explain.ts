/** Explains a cost change: reads the two periods side by side and splits their difference. */
import type { Filter } from '@kept/domain/cost-query.ts'
import { badInput } from '@kept/domain/errors.ts'
import {
  type ExplainQuestion,
  type Explanation,
  type ExplanationGroup,
  explanationLimits,
} from '@kept/domain/explanation.ts'
import { parseFilters } from '@kept/domain/filter-text.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { explainChange } from '@kept/engine/explain/explain-change.ts'
import { daysBetween } from '@kept/foundation/calendar/day.ts'
import { startOfMonth } from '@kept/foundation/calendar/month.ts'
import { isComplete } from '@kept/store/ledger/covered-days.ts'
import type { CurrentLedger } from '@kept/store/ledger/current-ledger.ts'
import { readExplainCells } from '@kept/store/ledger/explain-cells.ts'
import { readNames } from '@kept/store/ledger/names.ts'
import { lastDays } from '@kept/store/ledger/overview.ts'
import { closeSpan, comparisonOf, type Span } from '@kept/store/ledger/span.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'

export async function readExplanation(
  warehouse: Warehouse,
  scope: Scope,
  { loadIds, availableSpan, covered }: CurrentLedger,
  question: ExplainQuestion,
  signal?: AbortSignal,
): Promise<Explanation> {
  const filters = parseFilters([question.filter].flat(), 'filter')
  if (filters.length > explanationLimits.filters) {
    throw badInput(`There are ${filters.length} filters; the limit is ${explanationLimits.filters}. Leave some out.`)
  }
  const window = closeSpan(question, availableSpan && lastDays(availableSpan, question))
  const past = readPast(question, window)
  const { measure, currency } = question
  const empty: Explanation = {
    measure,
    start_date: window?.from ?? null,
    end_date: window?.to ?? null,
    previous_start_date: past?.from ?? null,
    previous_end_date: past?.to ?? null,
    is_complete: false,
    is_previous_complete: false,
    currencies: [],
  }
  if (!window || !past || window.from === window.to) return empty
  const [cells, names] = await Promise.all([
    readExplainCells(warehouse, scope, loadIds, { measure, window, past, filters, currency }, signal),
    readNames(warehouse, scope, loadIds, ['sub_account']),
  ])
  const currencies = explainChange(cells, {
    days: daysBetween(window.from, window.to),
    previousDays: daysBetween(past.from, past.to),
    areMonths: isMonths(window) && isMonths(past),
    window,
    filters,
    group_by: question.group_by ?? openGroup(filters),
    items: question.items,
    groups: explanationLimits.groups,
    accountNames: names.get('sub_account') ?? new Map(),
  })
  return {
    ...empty,
    is_complete: isComplete(covered, window),
    is_previous_complete: availableSpan !== null && availableSpan.from <= past.from && isComplete(covered, past),
    currencies,
  }
}

/** The earlier period: named, or before the window. Throws bad_input when the two have days in common. */
function readPast(question: ExplainQuestion, window: Span | null): Span | null {
  const { previous_start_date: from, previous_end_date: to, compare } = question
  if ((from === undefined) !== (to === undefined)) {
    throw badInput('Give both previous_start_date and previous_end_date, or neither.')
  }
  if (!window || window.from === window.to) return null
  const past =
    from !== undefined && to !== undefined
      ? closeSpan({ start_date: from, end_date: to }, null)
      : comparisonOf(window, compare).past
  if (past && past.from < window.to && window.from < past.to) {
    throw badInput(
      `The earlier period (${past.from} to ${past.to}) and the later one (${window.from} to ${window.to}) have days in common. Choose periods without common days.`,
    )
  }
  return past
}

function isMonths({ from, to }: Span): boolean {
  return from === startOfMonth(from) && to === startOfMonth(to)
}

/** The next level that the filters do not name one value of. */
function openGroup(filters: readonly Filter[]): ExplanationGroup {
  const levels = ['service', 'sub_account', 'resource'] as const
  const isNamed = (level: ExplanationGroup) =>
    filters.some(({ dimension, op, values }) => dimension === level && op === 'is' && values.length === 1)
  return levels.find((level) => !isNamed(level)) ?? 'resource'
}
