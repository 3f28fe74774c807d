import type { BillingOverview } from '@kept/contract/routes/billing/shapes.ts'
import { formatMonth } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { Section } from '../../shell/Page.tsx'
import { FeeBars } from './FeeBars.tsx'
import { feesByMonth } from './fees-by-month.ts'
import { useUsage } from './useBilling.ts'

/** What the next invoice will come to, as a range, beside the fees of the months before. */
export function NextInvoice({ overview: { currencies } }: { overview: BillingOverview }) {
  const usage = useUsage().data?.data.months ?? []
  return (
    <Section title="Next invoice" className="">
      {currencies.every(({ next }) => next === null) && (
        <p className="text-small text-soft">Nothing is provisional. A month is billed after its statement is signed.</p>
      )}
      {currencies.map(({ currency, next }) => {
        const bars = feesByMonth(usage, currency, next)
        return (
          <div key={currency} className="text-small">
            {next && (
              <p>
                About <strong>{formatMoney(next.fee, currency)}</strong> for {monthsText(next.periods)}
                {next.fee_low !== next.fee_high &&
                  `, from ${formatMoney(next.fee_low, currency)} to ${formatMoney(next.fee_high, currency)}`}
                . {formatMoney(next.provisional, currency)} of savings are provisional.
              </p>
            )}
            {bars.length > 1 && <FeeBars bars={bars} currency={currency} />}
          </div>
        )
      })}
    </Section>
  )
}

function monthsText(periods: readonly string[]): string {
  const names = periods.map((period) => formatMonth(`${period}-01`))
  const [first = '', last = ''] = [names[0], names.at(-1)]
  return names.length > 1 ? `${first} to ${last}` : first
}
