import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { BillingSettingsSection } from './BillingSettingsSection.tsx'
import { Drafts } from './Drafts.tsx'
import { Dunning } from './Dunning.tsx'
import { LogoSection } from './LogoSection.tsx'
import { OpenDisputes } from './OpenDisputes.tsx'
import { OpenInvoices } from './OpenInvoices.tsx'
import { Receivables } from './Receivables.tsx'
import { Reconciliation } from './Reconciliation.tsx'
import { TrialBalance } from './TrialBalance.tsx'

/** Billing of all customers: what they owe, what waits, the books, and how invoices are made. */
export default function AdminBilling() {
  const query = useQuery(api.billingBooks.receivables.queryOptions({ input: {} }))
  return (
    <>
      <Loaded query={query} failed="Receivables could not be loaded.">
        {({ data: { currencies, open, drafts } }) => (
          <>
            <Receivables currencies={currencies} />
            <Drafts drafts={drafts} />
            <OpenDisputes />
            <OpenInvoices invoices={open} />
          </>
        )}
      </Loaded>
      <Dunning />
      <Reconciliation />
      <TrialBalance />
      <BillingSettingsSection />
      <LogoSection />
    </>
  )
}
