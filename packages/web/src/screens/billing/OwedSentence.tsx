import type { InvoiceSummary } from '@kept/contract/routes/billing/shapes.ts'
import { formatDayShort } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Fragment } from 'react'
import { type Owed, owedOf } from './owed.ts'

/** What is owed, in one sentence. */
export function OwedSentence({ invoices }: { invoices: readonly InvoiceSummary[] }) {
  const owed = owedOf(invoices)
  const draft = invoices.find(({ state }) => state === 'draft')
  return (
    <p className="max-w-prose text-pretty font-serif text-title">
      {owed.length === 0 ? (
        <NothingOwed draft={draft} />
      ) : (
        owed.map((entry) => <OwedPart key={entry.currency} owed={entry} />)
      )}
    </p>
  )
}

function NothingOwed({ draft }: { draft: InvoiceSummary | undefined }) {
  if (!draft?.issues_at) return 'You owe nothing.'
  return (
    <>
      You owe nothing. An invoice of <strong>{formatMoney(draft.due, draft.currency)}</strong> is in review until{' '}
      {formatDayShort(draft.issues_at.slice(0, 10))}.
    </>
  )
}

function OwedPart({ owed: { amount, currency, dueOn, isOverdue, invoices } }: { owed: Owed }) {
  return (
    <Fragment>
      You owe <strong className={isOverdue ? 'text-leak' : undefined}>{formatMoney(amount, currency)}</strong>
      {dueOn && (isOverdue ? `, overdue since ${formatDayShort(dueOn)}` : ` by ${formatDayShort(dueOn)}`)}
      {invoices > 1 && `, on ${counted(invoices, 'invoice')}`}
      {'. '}
    </Fragment>
  )
}
