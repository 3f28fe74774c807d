import type { StatementAction, StatementDocument } from '@kept/domain/statement-document.ts'
import { actionGroupLabels } from '@kept/domain/statement-labels.ts'
import { add, isZero } from '@kept/foundation/decimal.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { TextLink } from '../../../shell/TextLink.tsx'

/** What each action saved, what was taken off, what of it is verified, and its fee. */
export function StatementActions({ document: { actions, currency } }: { document: StatementDocument }) {
  if (actions.length === 0) return <p className="text-small text-soft">No action counts in this statement.</p>
  const groups = [...Map.groupBy(actions, ({ kind }) => kind)]
  return (
    <table className="w-full text-small">
      <thead>
        <tr className="border-rule border-b text-micro text-faint">
          <th scope="col" className="py-1.5 text-left font-medium">
            Action
          </th>
          <Head wide>Saved</Head>
          <Head wide>Taken off</Head>
          <Head>Verified</Head>
          <Head>Fee</Head>
        </tr>
      </thead>
      {groups.map(([kind, rows]) => (
        <tbody key={kind}>
          <tr className="border-rule border-b">
            <th scope="rowgroup" colSpan={5} className="pt-4 pb-1.5 text-left font-semibold">
              {actionGroupLabels[kind]}
            </th>
          </tr>
          {rows.map((action) => (
            <ActionRow key={action.id} action={action} currency={currency} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

const wideOnly = 'hidden @lg:table-cell print:table-cell'

function Head({ wide = false, children }: { wide?: boolean; children: string }) {
  return (
    <th scope="col" className={`py-1.5 pl-3 text-right font-medium ${wide ? wideOnly : ''}`}>
      {children}
    </th>
  )
}

function ActionRow({ action, currency }: { action: StatementAction; currency: string }) {
  const { id, title, counts_from: from, saved, verified, fee, is_modeled: isModeled, notes } = action
  const off = add(action.deducted, action.corrected)
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
      <td className={`figure whitespace-nowrap py-2 pl-3 text-right ${wideOnly}`}>{amount(saved)}</td>
      <td className={`figure whitespace-nowrap py-2 pl-3 text-right ${wideOnly}`}>{amount(off)}</td>
      <td className="figure whitespace-nowrap py-2 pl-3 text-right font-semibold text-kept">
        {formatMoney(verified, currency)}
      </td>
      <td className="figure whitespace-nowrap py-2 pl-3 text-right">{formatMoney(fee, currency)}</td>
    </tr>
  )
}

/** "orders-db, workbench-1 and 3 more" */
function nameOf({ resources, resource_count: count, title }: StatementAction): string {
  if (resources.length === 0) return title
  const names = resources.join(', ')
  return count > resources.length ? `${names} and ${count - resources.length} more` : names
}
