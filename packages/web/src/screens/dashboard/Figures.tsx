import type { Measure } from '@kept/domain/cube.ts'
import { formatMoney, formatMoneyExact } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'
import type { ReactNode } from 'react'
import { EstimateSplit } from '../../savings/EstimateSplit.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import { Change } from '../../spend/Change.tsx'
import { unknown } from '../../spend/figure.ts'
import { MeasureName } from '../../spend/MeasureName.tsx'
import { previousLabel } from '../../spend/sentence.ts'
import type { Search } from '../../url/search.ts'
import { forecastAnchor, spendLink } from './ExecutiveSentence.tsx'
import { type DashboardSummary, forecastUnavailableReason } from './executive-sentence.ts'
import { VerifiedFigure } from './VerifiedFigure.tsx'

/** The key figures, each linked to its details. The last one is an estimate. */
export function Figures({ summary }: { summary: DashboardSummary }) {
  const { overview, currency } = summary
  const currencyOverview = overview.currencies.find((entry) => entry.currency === currency)
  if (!currencyOverview) return null
  const { billed, effective, previous_effective: previous, list, recommendations } = currencyOverview
  const spend = spendLink(overview, currency)
  return (
    <>
      <dl className="-mx-2 mt-8 grid grid-cols-1 border-rule-strong border-y px-2 sm:grid-cols-2 xl:grid-cols-[1fr_1fr_1.25fr_1.25fr]">
        <Cell name={<MeasureName measure="effective" />}>
          <Amount amount={effective} currency={currency} to="/costs" search={spend} />
          <span className="mt-0.5 block text-small text-faint">
            <Change now={effective} before={previous} emptyLabel="" />
            {previous !== null && ` from ${formatMoney(previous, currency)} ${previousLabel(overview)}`}
          </span>
        </Cell>
        <Cell name="Original forecast">
          <OriginalForecast summary={summary} />
        </Cell>
        <Cell name="Verified savings">
          <VerifiedFigure summary={summary} />
        </Cell>
        <Cell name="Estimated monthly savings">
          {recommendations.count === 0 ? (
            <span className="text-body text-soft">
              No open recommendations. <TextLink to="/savings">See what was checked</TextLink>
            </span>
          ) : (
            <>
              <span className="figure flex flex-wrap items-baseline gap-x-2">
                <Amount amount={recommendations.monthly_savings} currency={currency} to="/savings" />
                <span className="text-small text-soft">
                  {formatMoney(recommendations.low, currency)} to {formatMoney(recommendations.high, currency)} from{' '}
                  <TextLink to="/savings" className="whitespace-nowrap">
                    {counted(recommendations.count, 'recommendation')}
                  </TextLink>
                </span>
              </span>
              {recommendations.split && (
                <div className="mt-2">
                  <EstimateSplit split={recommendations.split} currency={currency} />
                </div>
              )}
            </>
          )}
        </Cell>
      </dl>
      <p className="figure mt-3 flex flex-wrap items-baseline gap-x-6 gap-y-1 text-small text-soft">
        <span>
          <Small measure="billed" amount={billed} currency={currency} search={spend} />{' '}
          {billed === null ? 'not in these bills' : 'on the invoices'}
        </span>
        <span>
          <Small measure="list" amount={list} currency={currency} search={spend} />{' '}
          {list === null ? 'not in these bills' : 'at public prices, without your discounts'}
        </span>
      </p>
    </>
  )
}

function OriginalForecast({ summary: { past, currency } }: { summary: DashboardSummary }) {
  if (past === undefined) return <span className="text-body text-soft">The original forecast could not be loaded.</span>
  const pastForecast = past.find((entry) => entry.currency === currency)
  if (!pastForecast) return <span className="text-body text-soft">Available after the first full day.</span>
  if (!pastForecast.forecast)
    return <span className="text-body text-soft">{forecastUnavailableReason(pastForecast)}.</span>
  const { point, band80 } = pastForecast.forecast
  return (
    <>
      <Amount amount={point} currency={currency} to="/dashboard" hash={forecastAnchor} />
      <span className="mt-0.5 block text-small text-faint">
        {formatMoney(band80.lower, currency)} to {formatMoney(band80.upper, currency)}, 80% likely
      </span>
    </>
  )
}

/** A figure with its label. Lines separate the cells at every number of columns. */
function Cell({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="border-rule py-4 pr-5 not-first:max-sm:border-t sm:max-xl:even:border-l sm:max-xl:even:pl-5 sm:max-xl:nth-[n+3]:border-t xl:not-first:border-l xl:not-first:pl-5">
      <dt className="text-small text-soft">{name}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  )
}

interface AmountProps {
  amount: string | null
  currency: string
  to: string
  search?: Search
  hash?: string
}

function Amount({ amount, currency, to, search, hash }: AmountProps) {
  if (amount === null) return <span className="figure block text-title font-semibold">{unknown}</span>
  return (
    <TextLink
      to={to}
      {...(search && { search })}
      {...(hash && { hash })}
      quiet
      className="figure text-title font-semibold"
    >
      <span title={formatMoneyExact(amount, currency)}>{formatMoney(amount, currency)}</span>
    </TextLink>
  )
}

function Small(props: { measure: Measure; amount: string | null; currency: string; search: Search }) {
  const { measure, amount, currency, search } = props
  return (
    <>
      <MeasureName measure={measure} />{' '}
      {amount === null ? (
        unknown
      ) : (
        <TextLink to="/costs" search={{ ...search, measure }} quiet className="font-medium">
          <span title={formatMoneyExact(amount, currency)}>{formatMoney(amount, currency)}</span>
        </TextLink>
      )}
    </>
  )
}
