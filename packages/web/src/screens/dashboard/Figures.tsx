import type { CostForecast } from '@kept/contract/routes/anomalies.ts'
import type { CurrencyExplanation } from '@kept/domain/explanation.ts'
import { absolute, divide, isZero, multiply, subtract, toNumber } from '@kept/foundation/decimal.ts'
import { formatMonth } from '@kept/foundation/format/day.ts'
import { formatMoney, formatMoneyExact, formatMoneyShort } from '@kept/foundation/format/money.ts'
import { counted, formatPercent } from '@kept/foundation/format/number.ts'
import type { ReactNode } from 'react'
import { WhyLink } from '../../explain/WhyLink.tsx'
import { EstimateSplit } from '../../savings/EstimateSplit.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import { MeasureName } from '../../spend/MeasureName.tsx'
import { previousLabel } from '../../spend/sentence.ts'
import type { Search } from '../../url/search.ts'
import { monthForecastAnchor } from './columns.ts'
import { spendLink } from './ExecutiveSentence.tsx'
import type { DashboardSummary } from './executive-sentence.ts'
import { FigureBar } from './FigureBar.tsx'
import { VerifiedFigure } from './VerifiedFigure.tsx'

interface FiguresProps {
  summary: DashboardSummary
  /** Usage only; undefined while it is loading or without a period to compare with. */
  usage: CurrencyExplanation | undefined
  /** Undefined while it is loading, null without enough data. */
  forecast: CostForecast | null | undefined
}

/** The four figures, each linked to its evidence. Solid is spent or signed, hatched is an estimate. */
export function Figures({ summary, usage, forecast }: FiguresProps) {
  const { overview, currency } = summary
  const currencyOverview = overview.currencies.find((entry) => entry.currency === currency)
  if (!currencyOverview) return null
  const { recommendations } = currencyOverview
  return (
    <dl className="-mx-2 mt-4 grid grid-cols-1 border-rule-strong border-y px-2 sm:grid-cols-2 xl:grid-cols-4">
      <Cell name={<MeasureName measure="effective" />} className="max-sm:hidden">
        <Spend {...{ summary, usage }} />
      </Cell>
      <Cell name={forecast ? `Forecast for ${formatMonth(`${forecast.month_end.month}-01`)}` : 'Forecast'}>
        <MonthForecast forecast={forecast} />
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
            <Amount amount={recommendations.monthly_savings} currency={currency} to="/savings" />
            {recommendations.split && (
              <div className="mt-1">
                <EstimateSplit split={recommendations.split} currency={currency} />
              </div>
            )}
            <Context>
              {formatMoneyShort(recommendations.low, currency)} to {formatMoneyShort(recommendations.high, currency)}{' '}
              from{' '}
              <TextLink to="/savings" className="whitespace-nowrap">
                {counted(recommendations.count, 'recommendation')}
              </TextLink>
            </Context>
          </>
        )}
      </Cell>
    </dl>
  )
}

/** Usage and what is apart from it; only usage is compared. */
function Spend({ summary: { overview, currency }, usage }: Pick<FiguresProps, 'summary' | 'usage'>) {
  const currencyOverview = overview.currencies.find((entry) => entry.currency === currency)
  if (!currencyOverview) return null
  const { effective } = currencyOverview
  const apart = usage && subtract(effective, usage.current)
  const share = usage && !isZero(effective) ? toNumber(divide(usage.current, effective, 4)) : 1
  const percent =
    usage && !isZero(usage.previous)
      ? toNumber(divide(multiply(usage.change, '100'), absolute(usage.previous), 2))
      : null
  const { start_date: from, end_date: to } = overview
  return (
    <>
      <Amount amount={effective} currency={currency} to="/costs" search={spendLink(overview, currency)} />
      <FigureBar
        parts={[
          { share, className: 'bg-fact' },
          { share: 1 - share, className: 'bg-edge' },
        ]}
        start={usage ? `Usage ${formatMoney(usage.current, currency, { places: 0 })}` : ''}
        end={apart ? `Tax, fees, one-time ${formatMoney(apart, currency, { places: 0 })}` : ''}
      />
      <Context>
        {percent !== null && usage && from && to && (
          <>
            Usage {formatPercent(percent, { signed: true })} from {previousLabel(overview).replace(/^in /, '')}.{' '}
            <WhyLink question={{ window: { from, to }, currency }} subject="spend" />
          </>
        )}
        {percent === null && currencyOverview.previous_effective === null && 'No earlier period to compare with yet.'}
      </Context>
    </>
  )
}

function MonthForecast({ forecast }: Pick<FiguresProps, 'forecast'>) {
  if (forecast === undefined) return <span className="text-body text-soft">Calculating the forecast.</span>
  if (forecast === null) return <span className="text-body text-soft">Forecasts start after 14 days of data.</span>
  const { currency, month_end: end } = forecast
  const share = Number(end.point) > 0 ? Math.max(0, Math.min(1, Number(end.so_far) / Number(end.point))) : 1
  return (
    <>
      <Amount amount={end.point} currency={currency} to="/dashboard" hash={monthForecastAnchor} />
      <FigureBar
        parts={[
          { share, className: 'bg-fact' },
          { share: 1 - share, className: 'hatch-soft' },
        ]}
        start={`Spent ${formatMoney(end.so_far, currency, { places: 0 })}`}
        end={`To come ${formatMoney(subtract(end.point, end.so_far), currency, { places: 0 })}`}
      />
      <Context>
        {formatMoneyShort(end.band80.lower, currency)} to {formatMoneyShort(end.band80.upper, currency)}, 80% likely
      </Context>
    </>
  )
}

/** A figure with its label. Lines separate the cells at every number of columns. */
function Cell({ name, className = '', children }: { name: ReactNode; className?: string; children: ReactNode }) {
  return (
    <div
      className={`border-rule py-3 pr-5 not-first:max-sm:border-t sm:max-xl:even:border-l sm:max-xl:even:pl-5 sm:max-xl:nth-[n+3]:border-t xl:not-first:border-l xl:not-first:pl-5 ${className}`}
    >
      <dt className="text-small text-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Context({ children }: { children: ReactNode }) {
  return <span className="mt-0.5 block text-small text-soft">{children}</span>
}

interface AmountProps {
  amount: string
  currency: string
  to: string
  search?: Search
  hash?: string
}

function Amount({ amount, currency, to, search, hash }: AmountProps) {
  return (
    <TextLink
      to={to}
      {...(search && { search })}
      {...(hash && { hash })}
      quiet
      className="figure block text-display font-semibold tracking-tight"
    >
      <span title={formatMoneyExact(amount, currency)}>{formatMoney(amount, currency)}</span>
    </TextLink>
  )
}
