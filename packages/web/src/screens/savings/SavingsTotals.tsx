import type { FindingStatus } from '@kept/domain/finding.ts'
import { formatMoney, formatMoneyExact } from '@kept/ui/format/money.ts'
import { EstimateSplit, type Split } from '../../savings/EstimateSplit.tsx'

interface SavingsTotalsProps {
  totals: readonly { currency: string; monthly_saving: string; low: string; high: string; split: Split | null }[]
  status: FindingStatus
}

const words = {
  open: 'could be saved in a month (estimate)',
  accepted: 'a month is estimated in what is accepted',
  done: 'a month is estimated in what is marked as done',
  verifying: 'a month was estimated in what is being watched',
  verified: 'a month was estimated in what is gone for two weeks',
  regressed: 'a month is estimated in what came back',
  dismissed: 'a month was estimated in what you dismissed',
  gone: 'a month was estimated in what is gone',
} as const

/** What the findings come to, each currency by itself, split by the rule that holds this month. */
export function SavingsTotals({ totals, status }: SavingsTotalsProps) {
  if (totals.length === 0) return null
  return (
    <div className="mt-6 flex flex-wrap gap-x-12 gap-y-5 border-rule border-t pt-4">
      {totals.map(({ currency, monthly_saving: saving, low, high, split }) => (
        <div key={currency} className="min-w-64">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="figure font-serif text-display" title={formatMoneyExact(saving, currency)}>
              {formatMoney(saving, currency)}
            </span>
            <span className="text-body text-soft">{words[status]}</span>
          </p>
          <p className="figure mt-0.5 text-small text-faint">
            between {formatMoney(low, currency)} and {formatMoney(high, currency)}
          </p>
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
