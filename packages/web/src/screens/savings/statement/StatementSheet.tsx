import type { StatementDocument } from '@kept/domain/statement-document.ts'
import { statementMethod } from '@kept/domain/statement-labels.ts'
import { formatDay, formatMonth } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { KeptBar } from '@kept/ui/brand/KeptBar.tsx'
import { Mark } from '@kept/ui/brand/Mark.tsx'
import type { ReactNode } from 'react'
import { TextLink } from '../../../shell/TextLink.tsx'
import { StatementActions } from './StatementActions.tsx'
import { StatementSteps } from './StatementSteps.tsx'

/** A signed statement as a document, on the screen and on paper. */
export function StatementSheet({ document }: { document: StatementDocument }) {
  const { period, currency, verified, billed, fee, customer_net: customerNet, rule, held } = document
  const share = Number(billed) > 0 ? Math.min(1, Math.max(0, Number(customerNet) / Number(billed))) : 1
  return (
    <article
      aria-label={`Savings statement ${formatMonth(`${period}-01`)}`}
      className="@container min-w-0 rounded-base border border-rule bg-raised px-5 py-7 sm:px-11 sm:py-9 print:border-0 print:p-0"
    >
      <header className="flex flex-wrap items-start justify-between gap-6">
        <div className="min-w-0">
          <p className="flex items-center gap-2 font-serif text-title">
            <Mark size={19} /> Kept
          </p>
          <p className="mt-3 text-small text-soft">
            Savings statement for <strong className="block text-ink">{document.organization_name}</strong>
          </p>
        </div>
        <Facts document={document} />
      </header>
      <section className="mt-8">
        <p className="text-soft">Verified savings in {formatMonth(`${period}-01`)}</p>
        <p className="figure mb-4 font-serif text-display text-kept">{formatMoney(verified, currency)}</p>
        <KeptBar
          customerNet={`You keep ${formatMoney(customerNet, currency)}`}
          fee={`Fee ${formatMoney(fee, currency)}`}
          keptShare={share}
        />
        <p className="mt-2 text-small text-soft">{rule}</p>
      </section>
      <Part title="From measured to billed">
        <StatementSteps document={document} />
      </Part>
      <Part title="Every action" note={`Amounts in ${currency}`}>
        <StatementActions document={document} />
      </Part>
      <Part title="Method">
        <ol className="list-decimal space-y-1.5 pl-5 text-small">
          {statementMethod.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ol>
      </Part>
      {(held.length > 0 || document.missing_hours > 0) && (
        <Part title="Not claimed">
          <ul className="space-y-1 text-small">
            {held.map(({ resource, reason }) => (
              <li key={`${resource} ${reason}`} className="break-words">
                {resource}: {reason}
              </li>
            ))}
            {document.missing_hours > 0 && (
              <li>The bill lacks {counted(document.missing_hours, 'hour')}. Nothing is claimed for them.</li>
            )}
          </ul>
        </Part>
      )}
      <Part title="Signature" note={`Ed25519, ledger entries ${document.first_entry} to ${document.last_entry}`}>
        <dl className="grid gap-x-4 gap-y-1 text-micro @lg:grid-cols-[auto_1fr]">
          <Hash term="Key" value={document.key_fingerprint} />
          <Hash term="Ledger head" value={document.head_hash} />
          <Hash term="Signature" value={document.signature} />
          <Hash term="Method" value={document.method} />
        </dl>
        <p className="mt-3 text-small text-soft">This recalculates the statement offline, from your own bill:</p>
        <pre className="mt-2 whitespace-pre-wrap break-words rounded-base bg-hover px-3 py-2 font-mono text-micro">
          {`kept verify ${period}-${currency}.statement.json --bill your-bill/ --key kept.pem`}
        </pre>
      </Part>
    </article>
  )
}

function Facts({ document: { period, kind, issued_at, invoice } }: { document: StatementDocument }) {
  const facts: [string, ReactNode][] = [
    ['Month', formatMonth(`${period}-01`)],
    ['Issued', `${formatDay(issued_at.slice(0, 10))}, ${kind === 'final' ? 'final' : 'correction'}`],
    [
      'Invoice',
      invoice ? (
        <TextLink key="invoice" to="/billing" search={{ invoice: invoice.id }}>
          {invoice.number ?? 'Draft'}
        </TextLink>
      ) : (
        'None'
      ),
    ],
  ]
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-0.5 text-small">
      {facts.map(([term, value]) => (
        <div key={term} className="contents">
          <dt className="text-faint">{term}</dt>
          <dd className="text-right">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className="mt-9">
      <h2 className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 border-ink border-b pb-1.5 font-semibold">
        {title}
        {note && <span className="font-normal text-micro text-faint">{note}</span>}
      </h2>
      {children}
    </section>
  )
}

function Hash({ term, value }: { term: string; value: string }) {
  return (
    <>
      <dt className="text-faint">{term}</dt>
      <dd className="break-all font-mono">{value}</dd>
    </>
  )
}
