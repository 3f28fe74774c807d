import type { CreditAnswer } from '@kept/contract/routes/billing/shapes.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'
import { useMe } from '../../shell/useMe.ts'
import { useOrganization } from './useBilling.ts'

const BuyCredit = lazy(() => import('./BuyCredit.tsx'))

/** Prepaid and returned credit, which invoices use before they are due. */
export function Credits() {
  const organization = useOrganization()
  const mayBuy = useMe().data?.permissions.includes('billing:write') ?? false
  const [isBuying, setBuying] = useState(false)
  const query = useQuery(api.billing.credits.queryOptions({ input: { organization }, enabled: organization !== '' }))
  return (
    <Section
      title="Credit"
      className=""
      actions={
        mayBuy && (
          <Button size="small" onClick={() => setBuying(true)}>
            Add credit
          </Button>
        )
      }
    >
      <Loaded query={query} failed="Credit could not be loaded.">
        {({ data: { balances, credits } }) => (
          <>
            <p className="text-small">
              {balances.length === 0 ? (
                <span className="text-soft">No credit. The next invoice uses credit before anything is due.</span>
              ) : (
                balances.map(({ currency, amount }) => (
                  <span key={currency} className="figure block font-semibold">
                    {formatMoney(amount, currency)} available
                  </span>
                ))
              )}
            </p>
            {credits.length > 0 && (
              <ul className="mt-2 divide-y divide-rule border-rule border-y text-small">
                {credits.map((credit) => (
                  <Credit key={credit.id} credit={credit} />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
      {isBuying && (
        <Suspense fallback={null}>
          <BuyCredit organization={organization} onClose={() => setBuying(false)} />
        </Suspense>
      )}
    </Section>
  )
}

function Credit({
  credit: { source, state, amount, remaining, currency, reference, created_at },
}: {
  credit: CreditAnswer
}) {
  const title = source === 'purchase' ? 'Prepaid' : 'Credit note'
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5">
      <span className="min-w-0">
        {title} {state === 'pending' && <Badge tone="watch">Waiting for the money</Badge>}
        <span className="block text-micro text-soft">
          {state === 'pending' ? `Reference ${reference}` : formatMoment(created_at)}
        </span>
      </span>
      <span className="figure text-right">
        {formatMoney(amount, currency)}
        {state === 'available' && remaining !== amount && (
          <span className="block text-micro text-soft">{formatMoney(remaining, currency)} left</span>
        )}
      </span>
    </li>
  )
}
