import type { AccountAnswer } from '@kept/contract/routes/billing/shapes.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'
import { useMe } from '../../shell/useMe.ts'
import { BillingDetailsForm } from './BillingDetailsForm.tsx'
import { partyLines } from './party-lines.ts'
import { useOrganization } from './useBilling.ts'

/** Who invoices are addressed to, and who gets them. */
export function BillingDetails() {
  const organization = useOrganization()
  const mayChange = useMe().data?.permissions.includes('billing:write') ?? false
  const [isOpen, setOpen] = useState(false)
  const query = useQuery(api.billing.account.queryOptions({ input: { organization }, enabled: organization !== '' }))
  const account = query.data?.data ?? null
  return (
    <Section
      title="Billing details"
      className=""
      actions={
        mayChange &&
        query.isSuccess && (
          <Button size="small" onClick={() => setOpen(true)}>
            {account ? 'Edit' : 'Add details'}
          </Button>
        )
      }
    >
      <Loaded query={query} failed="Billing details could not be loaded.">
        {({ data }) =>
          data ? (
            <Details account={data} />
          ) : (
            <p className="text-small text-soft">No details yet. Invoices are issued once they are complete.</p>
          )
        }
      </Loaded>
      {isOpen && <BillingDetailsForm organization={organization} account={account} onClose={() => setOpen(false)} />}
    </Section>
  )
}

function Details({ account: { buyer, recipients, purchase_order, terms_days } }: { account: AccountAnswer }) {
  return (
    <div className="text-small">
      {partyLines(buyer).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {buyer.tax_id && <p className="text-soft">Tax ID {buyer.tax_id}</p>}
      {purchase_order && <p className="text-soft">PO {purchase_order}</p>}
      <p className="mt-2 text-soft">Due {terms_days} days after issue.</p>
      {recipients.length > 0 && <p className="text-soft">Sent to {recipients.join(', ')}.</p>}
    </div>
  )
}
