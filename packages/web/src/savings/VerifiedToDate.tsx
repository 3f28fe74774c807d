/** Verified savings to date: the one green figure, split into what stays and what it cost. */
import type { SavingsSummary } from '@kept/contract/routes/savings.ts'
import { KeptBar } from '@kept/ui/brand/KeptBar.tsx'
import { formatMonth } from '@kept/ui/format/day.ts'
import { formatMoney, formatMoneyExact } from '@kept/ui/format/money.ts'
import { counted } from '@kept/ui/format/share.ts'

export function VerifiedToDate({ of }: { of: SavingsSummary['currencies'][number] }) {
  const { currency, verified, fee, kept, statements, through, provisional, carried } = of
  const share = Number(verified) > 0 ? Math.max(0, Math.min(1, Number(kept) / Number(verified))) : 1
  return (
    <div className="min-w-64">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="figure font-serif text-display text-kept" title={formatMoneyExact(verified, currency)}>
          {formatMoney(verified, currency)}
        </span>
        <span className="text-body text-soft">verified savings to date</span>
      </p>
      <p className="mt-0.5 text-small text-faint">
        {through === null
          ? 'No month is closed yet.'
          : `${counted(statements, 'signed statement')}, through ${formatMonth(`${through}-01`)}.`}
        {provisional !== null && ` ${formatMoney(provisional, currency)} more so far (provisional).`}
        {Number(carried) > 0 && ` ${formatMoney(carried, currency)} of losses are made good first.`}
      </p>
      {through !== null && (
        <div className="mt-2.5">
          <KeptBar
            kept={`You keep ${formatMoney(kept, currency)}`}
            fee={`Fee ${formatMoney(fee, currency)}`}
            keptShare={share}
          />
        </div>
      )}
    </div>
  )
}
