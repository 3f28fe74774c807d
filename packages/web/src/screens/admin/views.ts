/** The views of /admin; those about money are for the operator of this Kept. */
export const adminViews = ['overview', 'customers', 'commission', 'billing', 'analytics'] as const
type AdminView = (typeof adminViews)[number]

export const adminViewLabels: Record<AdminView, { label: string; description: string }> = {
  overview: { label: 'Overview', description: 'Organization and system health.' },
  customers: {
    label: 'Customers',
    description: 'Customers with their commission rule, verified savings and fees.',
  },
  commission: {
    label: 'Commission',
    description: 'Default commission for all customers. Changes apply to future months only.',
  },
  billing: {
    label: 'Billing',
    description: 'Invoices of all customers: what is owed, what waits, and the books.',
  },
  analytics: {
    label: 'Analytics',
    description: 'Verified savings and fees from signed statements, by currency.',
  },
}
