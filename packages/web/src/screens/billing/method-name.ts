import type { PaymentMethod } from '@kept/contract/routes/billing/payments.ts'

const kinds: Record<PaymentMethod['kind'], string> = { card: 'Card', bank_debit: 'Bank debit', other: 'Payment method' }

/** "Visa ending in 4242", or the label that a person gave it. */
export function methodName({
  kind,
  brand,
  last4,
  label,
}: Pick<PaymentMethod, 'kind' | 'brand' | 'last4' | 'label'>): string {
  if (label !== '') return label
  const text = brand.replaceAll('_', ' ')
  const name = text === '' ? kinds[kind] : `${text.charAt(0).toUpperCase()}${text.slice(1)}`
  return last4 === '' ? name : `${name} ending in ${last4}`
}
