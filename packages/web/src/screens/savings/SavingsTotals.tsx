import type { RecommendationStatus } from '@kept/domain/recommendation-status.ts'
import { formatMoney, formatMoneyExact } from '@kept/foundation/format/money.ts'
import type { ReactNode } from 'react'
import { EstimateSplit, type Split } from '../../savings/EstimateSplit.tsx'

interface SavingsTotalsProps {
  totals: readonly { currency: string; monthly_savings: string; low: string; high: string; split: Split | null }[]
  status: RecommendationStatus
  /** Beside the range of the first total. */
  children?: ReactNode
}

const descriptions = {
  open: 'estimated monthly savings',
  accepted: 'estimated monthly savings, accepted',
  done: 'estimated monthly savings, marked as done',
  verifying: 'estimated monthly savings, verifying',
  verified: 'estimated monthly savings, resolved',
  regressed: 'estimated monthly savings, reopened',
  dismissed: 'estimated monthly savings, dismissed',
  snoozed: 'estimated monthly savings, snoozed',
  gone: 'estimated monthly savings, no longer detected',
} as const

/** Totals of the recommendations by currency, split by the current commission. */
export function SavingsTotals({ totals, status, children }: SavingsTotalsProps) {
  if (totals.length === 0) return null
  return (
    <div className="mt-6 flex flex-wrap gap-x-12 gap-y-5 border-rule border-t pt-4">
      {totals.map(({ currency, monthly_savings: saving, low, high, split }, index) => (
        <div key={currency} className="min-w-64">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="figure font-serif text-display" title={formatMoneyExact(saving, currency)}>
              {formatMoney(saving, currency)}
            </span>
            <span className="text-body text-soft">{descriptions[status]}</span>
          </p>
          <div className="mt-0.5 flex flex-wrap items-center gap-x-1 text-small">
            <span className="figure text-faint">
              {formatMoney(low, currency)} to {formatMoney(high, currency)}
            </span>
            {index === 0 && children}
          </div>
          {status === 'open' && split && (
            <div className="mt-2.5">
              <EstimateSplit split={split} currency={currency} />
            </div>
          )}
        </div>
      ))}
    </div>
  )
}
