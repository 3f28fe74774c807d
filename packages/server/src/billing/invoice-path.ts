/** Where the dashboard shows an invoice: what notifications, emails and payment pages lead to. */
export function invoicePath(invoiceId: string): string {
  return `/billing?invoice=${invoiceId}`
}
