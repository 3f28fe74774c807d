import type { InvoiceDetail } from '@kept/contract/routes/billing/shapes.ts'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { Section } from '../../shell/Page.tsx'
import { historyOf } from './history.ts'

/** What happened to the document, oldest first. */
export function InvoiceHistory({ detail }: { detail: InvoiceDetail }) {
  return (
    <Section title="History" className="mt-6 print:hidden">
      <ol className="divide-y divide-rule text-small">
        {historyOf(detail).map(({ at, text }) => (
          <li key={`${at} ${text}`} className="grid gap-x-4 py-1.5 sm:grid-cols-[11rem_1fr]">
            <time dateTime={at} className="text-micro text-faint sm:pt-0.5">
              {formatMoment(at)}
            </time>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
