import { isNegative, subtract } from '@kept/foundation/decimal.ts'
import { formatMonth } from '@kept/foundation/format/day.ts'
import { formatMoney, formatMoneyExact } from '@kept/foundation/format/money.ts'
import { KeptBar } from '@kept/ui/brand/KeptBar.tsx'
import { cx } from '@kept/ui/cx.ts'
import { TextLink } from '../../shell/TextLink.tsx'
import type { DashboardSummary } from './executive-sentence.ts'
import { type VerifiedSavings, verifiedIn } from './verified-savings.ts'

/** Verified savings, split into what the customer keeps and the fee. Never an estimate. */
export function VerifiedFigure({ summary: { overview, currency, savings } }: { summary: DashboardSummary }) {
  const { start_date: from, end_date: to } = overview
  if (savings === undefined || from === null || to === null) return <Plain>Verified savings could not be loaded.</Plain>
  const verified = verifiedIn(savings, { currency, from, to })
  const open = savings.currencies.find((entry) => entry.currency === currency)?.provisional ?? null
  const soFar = open !== null && `Provisional: ${formatMoney(open, currency)}.`
  if (!verified) {
    return (
      <Plain>
        No verified savings yet. {soFar}{' '}
        <TextLink to="/savings" search={{ tab: 'ledger' }}>
          How savings are verified
        </TextLink>
      </Plain>
    )
  }
  const { net, fee } = verified
  // A month whose savings were reversed has no net and no fee.
  const share = Number(net) > 0 ? Math.max(0, Math.min(1, 1 - Number(fee) / Number(net))) : 1
  return (
    <>
      <span className="flex flex-wrap items-baseline gap-x-2">
        <TextLink
          to="/savings"
          search={{ tab: 'statements' }}
          quiet
          className={cx(
            'figure text-display font-semibold tracking-tight',
            isNegative(net) ? 'text-leak' : 'text-kept',
          )}
        >
          <span title={formatMoneyExact(net, currency)}>{formatMoney(net, currency)}</span>
        </TextLink>
        <span className="text-small text-soft">{whichOf(verified)}</span>
      </span>
      {Number(net) > 0 && (
        <div className="mt-1">
          <KeptBar
            customerNet={`You keep ${formatMoney(subtract(net, fee), currency)}`}
            fee={`Fee ${formatMoney(fee, currency)}`}
            keptShare={share}
          />
        </div>
      )}
      {soFar && <span className="mt-1 block text-small text-faint">{soFar}</span>}
    </>
  )
}

function whichOf({ scope, throughPeriod }: VerifiedSavings): string {
  if (throughPeriod === null) return 'signed, in this period'
  return `${scope === 'to_date' ? 'to date, ' : ''}signed through ${formatMonth(`${throughPeriod}-01`)}`
}

function Plain({ children }: { children: React.ReactNode }) {
  return <span className="text-body text-soft">{children}</span>
}
