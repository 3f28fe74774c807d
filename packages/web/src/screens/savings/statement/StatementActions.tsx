import type { StatementAction, StatementDocument } from '@kept/domain/statement-document.ts'
import { actionGroupLabels } from '@kept/domain/statement-labels.ts'
import { add, isZero } from '@kept/foundation/decimal.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import type { ReactNode } from 'react'
import { TextLink } from '../../../shell/TextLink.tsx'

/** Baseline and measured cost of each action, what it saved and in which interval, what was taken off, and its fee. */
export function StatementActions({ document: { actions, currency } }: { document: StatementDocument }) {
  if (actions.length === 0) return <p className="text-small text-soft">No action counts in this statement.</p>
  const groups = [...Map.groupBy(actions, ({ kind }) => kind)]
  const columns: Columns = {
    calculation: actions.some(({ calculation }) => calculation !== null),
    off: actions.some((action) => !isZero(offOf(action))),
  }
  const count = 4 + (columns.calculation ? 3 : 0) + (columns.off ? 1 : 0)
  return (
    <>
      <table className="w-full text-small">
        <thead>
          <tr className="border-rule border-b text-micro text-faint">
            <th scope="col" className="py-1.5 text-left font-medium">
              Action
            </th>
            {columns.calculation && <Head wide="calculation">Baseline</Head>}
            {columns.calculation && <Head wide="calculation">Measured</Head>}
            <Head wide="steps">Saved</Head>
            {columns.calculation && <Head wide="calculation">Interval</Head>}
            {columns.off && <Head wide="steps">Taken off</Head>}
            <Head>Verified</Head>
            <Head>Fee</Head>
          </tr>
        </thead>
        {groups.map(([kind, rows]) => (
          <tbody key={kind}>
            <tr className="border-rule border-b">
              <th scope="rowgroup" colSpan={count} className="pt-4 pb-1.5 text-left font-semibold">
                {actionGroupLabels[kind]}
              </th>
            </tr>
            {rows.map((action) => (
              <ActionRow key={action.id} action={action} currency={currency} columns={columns} />
            ))}
          </tbody>
        ))}
      </table>
      {columns.calculation && (
        <p className="mt-3 hidden text-micro text-soft @2xl:block print:block">
          Interval: 80% sure it is at least the lower figure, which is what we bill, and 80% sure it is at most the
          higher. Metered: hours and prices are on the bill, nothing is estimated.
        </p>
      )}
    </>
  )
}

interface Columns {
  calculation: boolean
  off: boolean
}

/** Columns that only a wide sheet, or paper, has room for. */
const wideOnly = {
  steps: 'hidden @lg:table-cell print:table-cell',
  calculation: 'hidden @2xl:table-cell print:table-cell',
} as const

const offOf = ({ deducted, corrected }: StatementAction) => add(deducted, corrected)

function Head({ wide, children }: { wide?: keyof typeof wideOnly; children: string }) {
  return (
    <th scope="col" className={`py-1.5 pl-3 text-right font-medium ${wide ? wideOnly[wide] : ''}`}>
      {children}
    </th>
  )
}

interface ActionRowProps {
  action: StatementAction
  currency: string
  columns: Columns
}

function ActionRow({ action, currency, columns }: ActionRowProps) {
  const { id, title, counts_from: from, saved, verified, fee, is_modeled: isModeled, notes, calculation } = action
  const amount = (text: string) => (isZero(text) ? '' : formatMoney(text, currency))
  const name = nameOf(action)
  return (
    <tr className="border-rule border-b align-top">
      <td className="w-full [overflow-wrap:anywhere] py-2 pr-2">
        <TextLink to="/savings" search={{ tab: 'pipeline', action: id }} className="break-words font-medium">
          {name}
        </TextLink>
        <span className="block text-micro text-soft">
          {title !== name && <span className="block">{title}</span>}
          {from !== null && `Counts from ${formatDay(from.slice(0, 10))}. `}
          {isModeled && 'Lower bound of a model.'}
        </span>
        {notes.map((note) => (
          <span key={note} className="block break-words text-micro text-watch">
            {note}
          </span>
        ))}
      </td>
      {columns.calculation && (
        <Cell wide="calculation">{calculation && formatMoney(calculation.baseline, currency)}</Cell>
      )}
      {columns.calculation && (
        <Cell wide="calculation">{calculation && formatMoney(calculation.measured, currency)}</Cell>
      )}
      <Cell wide="steps">{amount(saved)}</Cell>
      {columns.calculation && (
        <Cell wide="calculation">{calculation && <Interval {...calculation} currency={currency} />}</Cell>
      )}
      {columns.off && <Cell wide="steps">{amount(offOf(action))}</Cell>}
      <td className="figure whitespace-nowrap py-2 pl-3 text-right font-semibold text-kept">
        {formatMoney(verified, currency)}
      </td>
      <td className="figure whitespace-nowrap py-2 pl-3 text-right">{formatMoney(fee, currency)}</td>
    </tr>
  )
}

function Cell({ wide, children }: { wide: keyof typeof wideOnly; children: ReactNode }) {
  return <td className={`figure whitespace-nowrap py-2 pl-3 text-right ${wideOnly[wide]}`}>{children}</td>
}

function Interval({ low, high, currency }: { low: string; high: string; currency: string }) {
  if (low === high) return <span className="text-faint">metered</span>
  return (
    <>
      <span className="block">{formatMoney(low, currency)} to</span>
      <span className="block">{formatMoney(high, currency)}</span>
    </>
  )
}

/** "orders-db, workbench-1 and 3 more" */
function nameOf({ resources, resource_count: count, title }: StatementAction): string {
  if (resources.length === 0) return title
  const names = resources.join(', ')
  return count > resources.length ? `${names} and ${count - resources.length} more` : names
}
