import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { BillingSettingsSection } from './BillingSettingsSection.tsx'
import { Drafts } from './Drafts.tsx'
import { LogoSection } from './LogoSection.tsx'
import { OpenInvoices } from './OpenInvoices.tsx'
import { Receivables } from './Receivables.tsx'
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
            <OpenInvoices invoices={open} />
          </>
        )}
      </Loaded>
      <TrialBalance />
      <BillingSettingsSection />
      <LogoSection />
    </>
  )
}
