import type { SavingsSummary } from '@kept/contract/routes/savings.ts'
import { add } from '@kept/foundation/decimal.ts'
import { formatMonth, formatMonthShort } from '@kept/foundation/format/day.ts'
import { formatMoney, formatMoneyShort } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Bars } from '@kept/ui/charts/bars/Bars.tsx'
import { prepareBars } from '@kept/ui/charts/bars/prepare.ts'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { RowsTable } from '@kept/ui/table/RowsTable.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { VerifiedToDate } from '../../savings/VerifiedToDate.tsx'
import { Section } from '../../shell/Page.tsx'
import { CurrencySwitch } from '../../spend/CurrencySwitch.tsx'
import { useSearchState } from '../../url/useSearchState.ts'
import { Entries } from './Entries.tsx'
import { parts } from './parts.ts'

/** Savings by month, by rule, and the ledger's entries. */
export function Ledger() {
  const [search, setSearch] = useSearchState()
  const summary = useQuery(api.savings.summary.queryOptions({ input: {} }))
  return (
    <Loaded query={summary} failed="The ledger could not be loaded.">
      {({ data }) => {
        const currencySavings =
          data.currencies.find(({ currency }) => currency === search.currency) ?? data.currencies[0]
        if (!currencySavings) return <NoEntries waiting={data.actions.waiting ?? 0} />
        return (
          <>
            <div className="mt-6 flex flex-wrap items-start justify-between gap-6 border-rule border-t pt-4">
              <VerifiedToDate summary={currencySavings} />
              <CurrencySwitch
                currencies={data.currencies.map(({ currency }) => currency)}
                value={currencySavings.currency}
                onChange={(currency) => setSearch({ currency })}
              />
            </div>
            <Months savings={currencySavings} />
            <Rules savings={currencySavings} />
            <Entries />
          </>
        )
      }}
    </Loaded>
  )
}

type CurrencySavings = SavingsSummary['currencies'][number]

/** Savings by month. Unused commitments and reversals are below zero. */
function Months({ savings: { months, currency } }: { savings: CurrencySavings }) {
  const rows = months.flatMap((month) =>
    Object.entries(month.parts).map(([part, value]) => ({
      ...{ x: `${month.period}-01`, key: part, name: parts[part as keyof typeof parts], value },
    })),
  )
  const heldEntries = months.flatMap((month) => month.held.map((entry) => ({ ...entry, period: month.period })))
  // Only closed months have gaps: the days of an open month are still to come.
  const closed = months.filter(({ state }) => state === 'final')
  const gaps = closed.flatMap((month) => month.gaps.map((gap) => ({ ...gap, period: month.period })))
  return (
    <Section title="Monthly savings">
      <Bars
        prepared={prepareBars(
          rows,
          months.map(({ period }) => `${period}-01`),
        )}
        nameX={(x) => ({ short: formatMonthShort(x), full: formatMonth(x) })}
        exact={(amount) => formatMoney(amount, currency)}
        short={(amount) => formatMoneyShort(amount, currency)}
        label="Savings by month: usage, rate, and unused commitments"
        height={240}
        empty="No savings in these months."
      />
      <RowsTable
        label="Savings by month"
        className="mt-4"
        rows={months}
        rowKey={({ period }) => period}
        columns={[
          { head: 'Month', cellClass: 'whitespace-nowrap', cell: ({ period }) => formatMonthShort(`${period}-01`) },
          { head: 'State', cell: ({ state }) => (state === 'final' ? 'Signed' : 'Provisional') },
          {
            head: 'Usage',
            numeric: true,
            className: 'max-sm:hidden',
            cell: ({ parts }) => amount(sumOf(parts.usage, parts.modeled), currency),
          },
          {
            head: 'Rate',
            numeric: true,
            className: 'max-sm:hidden',
            cell: ({ parts }) => amount(parts.rate, currency),
          },
          {
            head: 'Unused commitment',
            numeric: true,
            className: 'max-sm:hidden',
            cell: ({ parts }) => amount(parts.penalty, currency),
          },
          {
            head: 'Replaced',
            numeric: true,
            className: 'max-sm:hidden',
            cell: ({ parts }) => amount(parts.replaced, currency),
          },
          {
            head: 'Reversed',
            numeric: true,
            className: 'max-sm:hidden',
            cell: ({ reversed }) => amount(reversed, currency),
          },
          {
            head: 'Net',
            numeric: true,
            cellClass: ({ state }) => (state === 'final' ? 'text-kept' : 'text-soft'),
            cell: ({ net }) => formatMoney(net, currency),
          },
          { head: 'Fee', numeric: true, cell: ({ fee }) => (fee === null ? '–' : formatMoney(fee, currency)) },
        ]}
      />
      {(heldEntries.length > 0 || gaps.length > 0) && (
        <div className="mt-4">
          <Notice tone="watch" title="Not counted: missing or unusual data">
            <ul className="space-y-1 text-small">
              {heldEntries.map(({ period, lineage, resource_name, reason }) => (
                <li key={`${period} ${lineage}`} className="break-words" title={lineage}>
                  {formatMonth(`${period}-01`)}, {resource_name}: {reason}
                </li>
              ))}
              {gaps.map(({ period, lineage, resource_name, hours }) => (
                <li key={`${period} ${lineage}`} className="break-words" title={lineage}>
                  {formatMonth(`${period}-01`)}, {resource_name}: {counted(hours, 'hour')} without data
                </li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
    </Section>
  )
}

function sumOf(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return add(a, b)
}

function amount(value: string | undefined, currency: string): string {
  return value === undefined || Number(value) === 0 ? '–' : formatMoney(value, currency)
}

/** Estimated and realized monthly savings by rule. */
function Rules({ savings: { rules, currency } }: { savings: CurrencySavings }) {
  const catalog = useQuery(api.costOptimization.recommendations.queryOptions({ input: { status: 'open' } })).data?.meta
  if (rules.length === 0) return null
  const titleOf = (rule: string) => catalog?.rules.find(({ id }) => id === rule)?.title ?? rule
  return (
    <Section title="Estimated vs. realized savings" description="Per 30-day month, for actions in the ledger.">
      <RowsTable
        label="Estimated vs. realized savings by rule"
        rows={rules}
        rowKey={({ rule }) => rule}
        columns={[
          { head: 'Rule', cell: ({ rule }) => (rule ? titleOf(rule) : 'Recorded manually') },
          { head: 'Actions', numeric: true, className: 'max-sm:hidden', cell: ({ actions }) => actions },
          {
            head: 'Estimated',
            numeric: true,
            cellClass: 'text-soft',
            cell: ({ estimated }) => formatMoney(estimated, currency),
          },
          {
            head: 'Realized',
            numeric: true,
            cellClass: 'text-kept',
            cell: ({ realized }) => formatMoney(realized, currency),
          },
          {
            head: 'Share',
            numeric: true,
            cell: ({ estimated, realized }) =>
              Number(estimated) > 0 ? `${Math.round((Number(realized) / Number(estimated)) * 100)}%` : '–',
          },
        ]}
      />
    </Section>
  )
}

function NoEntries({ waiting }: { waiting: number }) {
  return (
    <EmptyState
      title="The ledger is empty"
      description={
        waiting > 0
          ? `${counted(waiting, 'action')} recorded. Your bill does not show the change yet. See Pipeline for details.`
          : 'Mark a recommendation as done, or record an action. Savings count from the hour your bill shows the change.'
      }
    />
  )
}
