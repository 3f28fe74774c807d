import type { InvoiceDocument, TaxLine } from '@kept/domain/billing/invoice-document.ts'
import { isZero, negate, sum } from '@kept/foundation/decimal.ts'
import { localizedFormats } from '@kept/foundation/format/localized.ts'
import { cx } from '@kept/ui/cx.ts'
import type { ReactNode } from 'react'

interface InvoiceTotalsProps {
  document: Pick<InvoiceDocument, 'kind' | 'lines' | 'tax' | 'totals' | 'currency' | 'locale'>
  held: ReadonlySet<string>
}

/** From the fees to the amount due: tax with its reason, credit, what is on hold. */
export function InvoiceTotals({ document, held }: InvoiceTotalsProps) {
  const { kind, lines, tax, totals, currency, locale } = document
  const { money, percent } = localizedFormats(locale, currency)
  const onHold = sum(lines.filter(({ id }) => held.has(id)).map(({ fee }) => fee))
  return (
    <dl className="mt-2.5 ml-auto w-full max-w-[22.5rem] text-small">
      <Row term="Fees" value={money(totals.net)} />
      {tax.map((line) => (
        <Row
          key={`${line.category} ${line.percent}`}
          term={nameOfTax(line, percent)}
          note={line.note || `on ${money(line.base)}`}
          value={money(line.tax)}
        />
      ))}
      <Row term="Total" value={money(totals.gross)} isSum />
      {!isZero(totals.credit_applied) && <Row term="Credit" value={money(negate(totals.credit_applied))} />}
      {!isZero(onHold) && <Row term="On hold" note="Disputed, not due until answered" value={money(negate(onHold))} />}
      <Row
        term={kind === 'credit_note' ? 'Credited' : 'Amount due'}
        value={money(sum([totals.due, negate(onHold)]))}
        isSum
        isLast
      />
    </dl>
  )
}

function nameOfTax({ category, percent }: TaxLine, formatPercent: (percent: string) => string): string {
  if (category === 'AE') return 'Tax (reverse charge)'
  return category === 'O' ? 'Tax' : `Tax ${formatPercent(percent)}`
}

interface RowProps {
  term: string
  note?: ReactNode
  value: string
  isSum?: boolean
  isLast?: boolean
}

function Row({ term, note, value, isSum = false, isLast = false }: RowProps) {
  return (
    <div
      className={cx(
        'flex justify-between gap-4 py-1',
        isSum && 'border-rule-strong border-t font-semibold',
        isLast && 'mt-1.5 border-ink border-t-[1.5px] pt-2 text-lead',
      )}
    >
      <dt>
        {term}
        {note && <span className="block text-micro text-faint">{note}</span>}
      </dt>
      <dd className="figure whitespace-nowrap">{value}</dd>
    </div>
  )
}
