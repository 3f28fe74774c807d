import type { InvoiceDetail } from '@kept/contract/routes/billing/shapes.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Section } from '../../shell/Page.tsx'

const states = {
  open: { label: 'Waiting for an answer', tone: 'watch' },
  accepted: { label: 'Accepted', tone: 'plain' },
  rejected: { label: 'Rejected', tone: 'plain' },
} as const

/** Disputed lines, why they are disputed, and the answer. */
export function Disputes({ detail: { disputes } }: { detail: InvoiceDetail }) {
  if (disputes.length === 0) return null
  return (
    <Section title="Disputes" className="mt-6 print:hidden">
      <ul className="divide-y divide-rule text-small">
        {disputes.map(({ id, description, fee, currency, state, reason, opened_by, answer }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2">
            <div className="min-w-0">
              <p>
                <span className="font-semibold">{description}</span>{' '}
                <Badge tone={states[state].tone}>{states[state].label}</Badge>
              </p>
              <p className="text-soft">
                {opened_by}: “{reason}”
              </p>
              {answer && <p className="text-soft">Answer: “{answer}”</p>}
            </div>
            <span className="figure">{formatMoney(fee, currency)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
