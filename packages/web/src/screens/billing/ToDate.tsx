import type { BillingOverview } from '@kept/contract/routes/billing/shapes.ts'
import { subtract } from '@kept/foundation/decimal.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'

/** Verified savings, what was kept of them, and the fees, from all signed statements. */
export function ToDate({ overview: { currencies } }: { overview: BillingOverview }) {
  return currencies.map(({ currency, verified, fee }) => (
    <dl key={currency} className="mt-2 text-small">
      <Figure term="Verified to date" value={formatMoney(verified, currency)} isKept />
      <Figure term="You kept" value={formatMoney(subtract(verified, fee), currency)} isKept />
      <Figure term="Fees" value={formatMoney(fee, currency)} />
    </dl>
  ))
}

function Figure({ term, value, isKept = false }: { term: string; value: string; isKept?: boolean }) {
  return (
    <div className="flex justify-between gap-4 border-rule border-b py-1.5">
      <dt className="text-soft">{term}</dt>
      <dd className={isKept ? 'figure font-semibold text-kept' : 'figure font-semibold'}>{value}</dd>
    </div>
  )
}
