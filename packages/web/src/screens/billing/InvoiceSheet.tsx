import type { InvoiceDocument, Party } from '@kept/domain/billing/invoice-document.ts'
import { localizedFormats } from '@kept/foundation/format/localized.ts'
import { Mark } from '@kept/ui/brand/Mark.tsx'
import type { ReactNode } from 'react'
import { TextLink } from '../../shell/TextLink.tsx'
import { InvoiceLines } from './InvoiceLines.tsx'
import { InvoiceTotals } from './InvoiceTotals.tsx'
import { partyLines } from './party-lines.ts'

interface InvoiceSheetProps {
  document: InvoiceDocument
  /** Beside the amount due: how and when it is paid. */
  payment: ReactNode
  /** Amount still to pay; of a draft or a paid invoice other than what the document says. */
  due: string
  /** What a person may do with a line; nothing on paper. */
  lineAction?: (lineId: string) => ReactNode
  /** Lines that are disputed: their fee is struck through. */
  held: ReadonlySet<string>
}

const titles = { invoice: 'Invoice', credit_note: 'Credit note' } as const

/** An invoice or credit note as a document, on the screen and on paper. */
export function InvoiceSheet({ document, payment, due, lineAction, held }: InvoiceSheetProps) {
  const { kind, number, seller, buyer, currency, locale, payment: transfer } = document
  const { money } = localizedFormats(locale, currency)
  return (
    <article
      aria-label={number ?? 'Draft invoice'}
      className="@container rounded-base border border-rule bg-raised px-5 py-7 sm:px-11 sm:py-9 print:border-0 print:p-0"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <p className="flex items-center gap-2 font-serif text-title">
          <Mark size={19} /> {seller.name}
        </p>
        <h2 className="font-serif text-title @lg:text-right">
          {titles[kind]} {number ?? '(draft)'}
        </h2>
      </header>
      <div className="mt-7 grid gap-6 text-small @lg:grid-cols-[1fr_1fr_1.15fr]">
        <Address label="From" party={seller} />
        <Address label="Billed to" party={buyer} purchaseOrder={document.purchase_order} />
        <Dates document={document} />
      </div>
      <div className="mt-7 flex flex-wrap items-end justify-between gap-4 border-ink border-t-[1.5px] border-b border-b-rule-strong py-3.5">
        <div>
          <p className="text-small text-soft">{kind === 'credit_note' ? 'Credited' : 'Amount due'}</p>
          <p className="figure font-serif text-display">{money(due)}</p>
        </div>
        <div className="text-small @lg:text-right">{payment}</div>
      </div>
      <InvoiceLines document={document} lineAction={lineAction} held={held} />
      <InvoiceTotals document={document} held={held} />
      <footer className="mt-7 grid gap-6 border-rule border-t pt-4 text-small @lg:grid-cols-2">
        <div>
          <h3 className="font-semibold">{kind === 'credit_note' ? 'Why' : 'How to pay'}</h3>
          <p className="text-soft">
            {kind === 'credit_note' ? document.corrects?.reason : howToPay(transfer, seller.name)}
          </p>
        </div>
        <div>
          <h3 className="font-semibold">Verify it yourself</h3>
          <p className="text-soft">
            The PDF contains the signed statement. This recalculates the savings and the fee offline:
          </p>
          <pre className="mt-2 whitespace-pre-wrap break-words rounded-base bg-hover px-3 py-2 font-mono text-micro">
            {`kept verify ${number ?? 'draft'}.pdf --bill your-bill/`}
          </pre>
        </div>
      </footer>
      {[...document.rules.map(({ text }) => text), ...document.notes].map((note) => (
        <p key={note} className="mt-4 text-micro text-faint">
          {note}
        </p>
      ))}
    </article>
  )
}

function howToPay({ reference, bank_lines }: InvoiceDocument['payment'], seller: string): string {
  const bank = bank_lines.length > 0 ? `, ${bank_lines.join(', ')}` : ''
  return `By bank transfer to ${seller}${bank}, with the reference ${reference}.`
}

interface AddressProps {
  label: string
  party: Party
  purchaseOrder?: string
}

function Address({ label, party, purchaseOrder = '' }: AddressProps) {
  return (
    <div className="min-w-0">
      <h3 className="mb-0.5 text-micro text-faint">{label}</h3>
      {partyLines(party).map((line) => (
        <p key={line} className="break-words">
          {line}
        </p>
      ))}
      {party.tax_id && <p className="text-faint">Tax ID {party.tax_id}</p>}
      {purchaseOrder && <p className="text-faint">PO {purchaseOrder}</p>}
    </div>
  )
}

function Dates({ document }: { document: InvoiceDocument }) {
  const { issued_on, due_on, terms_days, period, statements, corrects, locale, currency } = document
  const { day, month } = localizedFormats(locale, currency)
  const rows: [string, ReactNode][] = [
    ['Issued', issued_on ? day(issued_on) : 'Not yet'],
    ...(due_on ? ([['Due', <strong key="due">{day(due_on)}</strong>]] satisfies [string, ReactNode][]) : []),
    ['Terms', `${terms_days} days net`],
    ['For', month(period)],
    ...(corrects ? ([['Corrects', corrects.number]] satisfies [string, ReactNode][]) : []),
    [
      statements.length === 1 ? 'Statement' : 'Statements',
      statements.map(({ id, period: statementMonth, kind }) => (
        <TextLink key={id} to="/savings" search={{ tab: 'statements', statement: id }} className="block">
          {month(statementMonth)}
          {kind === 'trueup' && ', correction'}
        </TextLink>
      )),
    ],
  ]
  return (
    <dl className="grid grid-cols-[auto_1fr] content-start gap-x-4 gap-y-0.5">
      {rows.map(([term, value]) => (
        <div key={term} className="contents">
          <dt className="text-faint">{term}</dt>
          <dd className="text-right">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
