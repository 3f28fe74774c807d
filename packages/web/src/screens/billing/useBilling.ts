import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useMe } from '../../shell/useMe.ts'

/** As many as one question returns; a customer gets about twelve a year. */
const allInvoices = 100

/** The organization that billing is asked for; empty until it is known. */
export function useOrganization(): string {
  return useMe().data?.organization.id ?? ''
}

export function useInvoices() {
  const organization = useOrganization()
  return useQuery(
    api.billing.invoices.queryOptions({
      input: { organization, page: 1, page_size: allInvoices },
      enabled: organization !== '',
    }),
  )
}

export function useInvoice(id: string) {
  const organization = useOrganization()
  return useQuery(api.billing.invoice.queryOptions({ input: { organization, id }, enabled: organization !== '' }))
}

export function useOverview() {
  const organization = useOrganization()
  return useQuery(api.billing.overview.queryOptions({ input: { organization }, enabled: organization !== '' }))
}

/** Months of statements that the chart of fees reads. */
const chartMonths = 6

export function useUsage() {
  const organization = useOrganization()
  return useQuery(
    api.billing.usage.queryOptions({ input: { organization, months: chartMonths }, enabled: organization !== '' }),
  )
}

export function usePaymentMethods() {
  const organization = useOrganization()
  return useQuery(api.billingPayments.methods.queryOptions({ input: { organization }, enabled: organization !== '' }))
}
