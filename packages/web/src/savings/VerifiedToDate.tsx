/** Verified savings to date, split into the customer's share and the fee. */
import type { SavingsSummary } from '@kept/contract/routes/savings.ts'
import { formatMonth } from '@kept/foundation/format/day.ts'
import { formatMoney, formatMoneyExact } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { KeptBar } from '@kept/ui/brand/KeptBar.tsx'

export function VerifiedToDate({ summary }: { summary: SavingsSummary['currencies'][number] }) {
  const {
    currency,
    verified,
    fee,
    customer_net: customerNet,
    statements,
    last_period: throughPeriod,
    provisional,
    carried,
  } = summary
  const share = Number(verified) > 0 ? Math.max(0, Math.min(1, Number(customerNet) / Number(verified))) : 1
  return (
    <div className="min-w-64">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="figure font-serif text-display text-kept" title={formatMoneyExact(verified, currency)}>
          {formatMoney(verified, currency)}
        </span>
        <span className="text-body text-soft">verified savings to date</span>
      </p>
      <p className="mt-0.5 text-small text-faint">
        {throughPeriod === null
          ? 'No month is closed yet.'
          : `${counted(statements, 'signed statement')}, through ${formatMonth(`${throughPeriod}-01`)}.`}
        {provisional !== null && ` Provisional: ${formatMoney(provisional, currency)}.`}
        {Number(carried) > 0 && ` ${formatMoney(carried, currency)} of losses is offset first.`}
      </p>
      {throughPeriod !== null && (
        <div className="mt-2.5">
          <KeptBar
            customerNet={`You keep ${formatMoney(customerNet, currency)}`}
            fee={`Fee ${formatMoney(fee, currency)}`}
            keptShare={share}
          />
        </div>
      )}
    </div>
  )
}
