/** Formats an explanation as text: the sentence, the terms as a table, and what the largest come from. */
import type { CurrencyExplanation, ExplainedItem, Explanation } from '@kept/domain/explanation.ts'
import { explanationTerms } from '@kept/domain/explanation-terms.ts'
import { nameItem } from '@kept/engine/explain/describe-change.ts'
import { isZero } from '@kept/foundation/decimal.ts'
import { formatWindow } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { type Terminal, textTable } from '../terminal.ts'

export function formatExplanation(explanation: Explanation, terminal: Terminal): string {
  const { start_date: from, end_date: to, previous_start_date, previous_end_date, currencies } = explanation
  if (!from || !to || !previous_start_date || !previous_end_date || currencies.length === 0) {
    return 'No costs match these filters.\n'
  }
  const periods = { now: formatWindow(from, to), before: formatWindow(previous_start_date, previous_end_date) }
  const notes = [
    !explanation.is_previous_complete &&
      `Some bills of ${periods.before} are missing, so part of the change may be theirs.`,
    !explanation.is_complete && `Some bills of ${periods.now} are missing, so part of the change may be theirs.`,
  ].filter((note) => note !== false)
  return [
    ...notes.map((note) => `${note}\n`),
    ...currencies.map((entry) => formatCurrency(entry, periods, terminal)),
  ].join('\n')
}

function formatCurrency(
  { currency, sentence, previous, current, change, terms, group_by, groups, other_groups: others }: CurrencyExplanation,
  periods: { now: string; before: string },
  { style, width }: Terminal,
): string {
  const signed = (amount: string) => formatMoney(amount, currency, { signed: true })
  const changed = terms.filter(({ amount }) => !isZero(amount))
  const rows = [
    [periods.before, formatMoney(previous, currency)],
    ...changed.flatMap(({ term, amount, items, rest, count }) => [
      [explanationTerms[term].label, signed(amount)],
      ...items.map((item) => [`  ${nameOfItem(item)}`, signed(item.amount)]),
      ...(isZero(rest) ? [] : [[`  ${counted(count - listedCount(items), 'other')}`, signed(rest)]]),
    ]),
    [periods.now, formatMoney(current, currency)],
  ]
  const columns = [{ head: `${currency}` }, { head: 'amount', align: 'right' as const }]
  const where = groups.map((group) => [group.name || group.value || '(none)', signed(group.change), group.reason])
  if (others.count > 0) where.push([counted(others.count, 'other'), signed(others.change), ''])
  return [
    style('strong', sentence),
    '',
    textTable(columns, rows, width),
    '',
    `The terms add up to ${signed(change)}.`,
    '',
    textTable([{ head: group_by }, { head: 'change', align: 'right' }, { head: 'why' }], where, width),
    '',
  ].join('\n')
}

function nameOfItem(item: ExplainedItem): string {
  if (item.resource === '' && item.resources > 1) {
    return `${counted(item.resources, 'resource')} with small changes (${item.meter || item.service})`
  }
  return [...new Set([nameItem(item), item.service])].filter(Boolean).join(', ')
}

function listedCount(items: readonly ExplainedItem[]): number {
  return items.reduce((count, { resources }) => count + resources, 0)
}
