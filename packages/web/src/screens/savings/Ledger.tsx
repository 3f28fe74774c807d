import type { SavingsSummary } from '@kept/contract/routes/savings.ts'
import { add } from '@kept/domain/decimal.ts'
import { Bars } from '@kept/ui/charts/bars/Bars.tsx'
import { prepareBars } from '@kept/ui/charts/bars/prepare.ts'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { formatMonth, formatMonthShort } from '@kept/ui/format/day.ts'
import { formatMoney, formatMoneyShort } from '@kept/ui/format/money.ts'
import { counted } from '@kept/ui/format/share.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { VerifiedToDate } from '../../savings/VerifiedToDate.tsx'
import { Section } from '../../shell/Page.tsx'
import { CurrencySwitch } from '../../spend/CurrencySwitch.tsx'
import { useSearchState } from '../../url/useSearchState.ts'
import { Entries } from './Entries.tsx'
import { parts } from './parts.ts'

/** What was saved, month by month, with the entries it rests on. */
export function Ledger() {
  const [search, setSearch] = useSearchState()
  const summary = useQuery(api.savings.summary.queryOptions({ input: {} }))
  return (
    <Loaded query={summary} failed="The ledger could not be loaded.">
      {({ data }) => {
        const shown = data.currencies.find(({ currency }) => currency === search.currency) ?? data.currencies[0]
        if (!shown) return <Nothing waiting={data.actions.waiting ?? 0} />
        return (
          <>
            <div className="mt-6 flex flex-wrap items-start justify-between gap-6 border-rule border-t pt-4">
              <VerifiedToDate of={shown} />
              <CurrencySwitch
                currencies={data.currencies.map(({ currency }) => currency)}
                value={shown.currency}
                onChange={(currency) => setSearch({ currency })}
              />
            </div>
            <Months of={shown} />
            <Rules of={shown} />
            <Entries />
          </>
        )
      }}
    </Loaded>
  )
}

type Shown = SavingsSummary['currencies'][number]

/** Usage and rate side by side; what was lost hangs below the line. */
function Months({ of: { months, currency } }: { of: Shown }) {
  const rows = months.flatMap((month) =>
    Object.entries(month.parts).map(([part, value]) => ({
      ...{ x: `${month.period}-01`, key: part, name: parts[part as keyof typeof parts], value },
    })),
  )
  const held = months.flatMap((month) => month.held.map((one) => ({ ...one, period: month.period })))
  // A month that is not over has no gaps yet, only days to come.
  const closed = months.filter(({ state }) => state === 'final')
  const gaps = closed.flatMap((month) => month.gaps.map((one) => ({ ...one, period: month.period })))
  return (
    <Section title="Month by month">
      <Bars
        prepared={prepareBars(
          rows,
          months.map(({ period }) => `${period}-01`),
        )}
        nameX={(x) => ({ short: formatMonthShort(x), full: formatMonth(x) })}
        exact={(amount) => formatMoney(amount, currency)}
        short={(amount) => formatMoneyShort(amount, currency)}
        label="Savings by month: usage, rate and what was lost"
        height={240}
        empty="Nothing was saved in these months."
      />
      <Table label="Savings by month" className="mt-4">
        <thead>
          <tr>
            <Th>Month</Th>
            <Th>State</Th>
            <Th numeric>Usage</Th>
            <Th numeric>Rate</Th>
            <Th numeric>Stranded</Th>
            <Th numeric>Replaced</Th>
            <Th numeric>Taken back</Th>
            <Th numeric>Net</Th>
            <Th numeric>Fee</Th>
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <Tr key={month.period}>
              <Td className="whitespace-nowrap">{formatMonth(`${month.period}-01`)}</Td>
              <Td>{month.state === 'final' ? 'signed' : 'provisional'}</Td>
              <Td numeric>{amount(sumOf(month.parts.usage, month.parts.modelled), currency)}</Td>
              <Td numeric>{amount(month.parts.rate, currency)}</Td>
              <Td numeric>{amount(month.parts.penalty, currency)}</Td>
              <Td numeric>{amount(month.parts.replaced, currency)}</Td>
              <Td numeric>{amount(month.reversed, currency)}</Td>
              <Td numeric className={month.state === 'final' ? 'text-kept' : 'text-soft'}>
                {formatMoney(month.net, currency)}
              </Td>
              <Td numeric>{month.fee === null ? '–' : formatMoney(month.fee, currency)}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      {(held.length > 0 || gaps.length > 0) && (
        <div className="mt-4">
          <Notice tone="watch" title="Nothing is claimed where the bill is silent or odd">
            <ul className="space-y-1 text-small">
              {held.map(({ period, lineage, reason }) => (
                <li key={`${period} ${lineage}`} className="break-words">
                  {period}, {lineage}: {reason}
                </li>
              ))}
              {gaps.map(({ period, lineage, hours }) => (
                <li key={`${period} ${lineage}`} className="break-words">
                  {period}, {lineage}: {counted(hours, 'hour')} without data
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

/** The scoreboard: what a rule promised for a month against what came of it. */
function Rules({ of: { rules, currency } }: { of: Shown }) {
  if (rules.length === 0) return null
  return (
    <Section
      title="Estimated against realised"
      words="Both as a month of thirty days, for actions that are in the ledger."
    >
      <Table label="Estimated against realised by rule">
        <thead>
          <tr>
            <Th>Rule</Th>
            <Th numeric>Actions</Th>
            <Th numeric>Estimated</Th>
            <Th numeric>Realised</Th>
            <Th numeric>Share</Th>
          </tr>
        </thead>
        <tbody>
          {rules.map(({ rule, actions, estimated, realised }) => (
            <Tr key={rule}>
              <Td className="font-mono">{rule || 'recorded by hand'}</Td>
              <Td numeric>{actions}</Td>
              <Td numeric className="text-soft">
                {formatMoney(estimated, currency)}
              </Td>
              <Td numeric className="text-kept">
                {formatMoney(realised, currency)}
              </Td>
              <Td numeric>
                {Number(estimated) > 0 ? `${Math.round((Number(realised) / Number(estimated)) * 100)} %` : '–'}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </Section>
  )
}

function Nothing({ waiting }: { waiting: number }) {
  return (
    <EmptyState
      title="Nothing is in the ledger yet"
      words={
        waiting > 0
          ? `${counted(waiting, 'action')} on record; the bill does not show the change yet. The pipeline says why.`
          : 'Mark a finding as done, or record what you did. From the hour in which your bill shows it, it counts here.'
      }
    />
  )
}
