import type { InvoiceSummary } from '@kept/contract/routes/billing/shapes.ts'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { lazy, Suspense } from 'react'
import { Loaded } from '../../api/Loaded.tsx'
import { Page, Section } from '../../shell/Page.tsx'
import { useSearchState } from '../../url/useSearchState.ts'
import { Alerts } from './Alerts.tsx'
import { BillingDetails } from './BillingDetails.tsx'
import { Credits } from './Credits.tsx'
import { InvoiceList } from './InvoiceList.tsx'
import { InvoiceView } from './InvoiceView.tsx'
import { NextInvoicePanel, PlanPanel, ToDatePanel } from './Overview.tsx'
import { OwedSentence } from './OwedSentence.tsx'
import { PaymentMethods } from './PaymentMethods.tsx'
import { useInvoices } from './useBilling.ts'

const CostAllocation = lazy(() => import('./CostAllocation.tsx'))

/** What is owed and why, all invoices, the one that is open, and everything that decides how it is paid. */
export function BillingScreen() {
  const query = useInvoices()
  return (
    <Page title="Billing">
      <Loaded query={query} failed="Invoices could not be loaded.">
        {({ data }) => <Invoices invoices={data} />}
      </Loaded>
      <Suspense fallback={null}>
        <CostAllocation />
      </Suspense>
    </Page>
  )
}

function Invoices({ invoices }: { invoices: readonly InvoiceSummary[] }) {
  const [search] = useSearchState()
  const selected = invoices.find(({ id }) => id === search.invoice) ?? invoices[0]
  return (
    <div className="mt-3 grid items-start gap-x-10 gap-y-8 @4xl:grid-cols-[minmax(20rem,24rem)_minmax(0,50rem)]">
      <div className="grid gap-8 print:hidden">
        <OwedSentence invoices={invoices} />
        <NextInvoicePanel />
        <Section title="Invoices" className="">
          {selected ? (
            <InvoiceList invoices={invoices} shownId={selected.id} />
          ) : (
            <EmptyState title="No invoices yet" description="The first one follows your first savings statement." />
          )}
          <ToDatePanel />
        </Section>
        <PaymentMethods />
        <Credits />
        <Alerts />
        <BillingDetails />
        <PlanPanel />
      </div>
      {selected && <InvoiceView key={selected.id} id={selected.id} />}
    </div>
  )
}
