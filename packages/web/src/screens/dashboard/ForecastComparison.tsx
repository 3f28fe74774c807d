import type { PastForecast } from '@kept/contract/routes/anomalies.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { formatDay, inWindow } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { ForecastLines } from '../../forecast/ForecastLines.tsx'
import { Section } from '../../shell/Page.tsx'
import { forecastAnchor } from './ExecutiveSentence.tsx'
import { type DashboardSummary, forecastUnavailableReason } from './executive-sentence.ts'

/** Compares each day's actual spend with the forecast made from the days before the period. */
export function ForecastComparison({ summary: { past, currency } }: { summary: DashboardSummary }) {
  const pastForecast = past?.find((entry) => entry.currency === currency)
  return (
    <div id={forecastAnchor} className="scroll-mt-12">
      <Section title="Actual vs. original forecast" actions="Backtest">
        {pastForecast?.forecast ? (
          <Comparison pastForecast={pastForecast} forecast={pastForecast.forecast} />
        ) : (
          <NoForecast pastForecast={pastForecast} isLoaded={past !== undefined} />
        )}
      </Section>
    </div>
  )
}

interface ComparisonProps {
  pastForecast: PastForecast
  forecast: NonNullable<PastForecast['forecast']>
}

function Comparison({
  pastForecast: { currency, start_date: from, end_date: to, actual, known_days: knownDays },
  forecast,
}: ComparisonProps) {
  const money = (amount: string) => formatMoney(amount, currency)
  return (
    <>
      <p className="mb-3 max-w-prose text-pretty text-body">
        Based on the {counted(knownDays, 'day')} before {formatDay(from)}, as billed today, the forecast was{' '}
        <strong>{money(forecast.point)}</strong> {inWindow(from, to)} ({money(forecast.band80.lower)} to{' '}
        {money(forecast.band80.upper)}, 80% likely). You spent <strong>{money(actual)}</strong> through{' '}
        {formatDay(addDays(to, -1))}.
      </p>
      <ChargeKinds kinds={forecast.kinds} money={money} />
      <ForecastLines
        label="Daily spend and the original forecast"
        currency={currency}
        days={forecast.days.map((day) => ({
          date: day.date,
          actual: day.actual === null ? null : Number(day.actual),
          point: Number(day.point),
          upper: Number(day.band80.upper),
          lower: Number(day.band80.lower),
        }))}
      />
      <p className="mt-2 text-small text-soft">Method: {forecast.method}, the most accurate on the earlier days.</p>
    </>
  )
}

type Kind = ComparisonProps['forecast']['kinds'][number]

const kindLabels: Record<Kind['kind'], string> = {
  usage: 'Usage',
  fee: 'Monthly fees',
  tax: 'Tax',
  one_time: 'One-time charges and credits (not forecast)',
}

/** Splits the difference into usage, fees, tax, and one-time charges. */
function ChargeKinds({ kinds, money }: { kinds: Kind[]; money: (amount: string) => string }) {
  const visibleKinds = kinds.filter(({ point, actual }) => Number(point) !== 0 || Number(actual) !== 0)
  if (visibleKinds.length < 2) return null
  return (
    <ul className="mb-3 flex flex-wrap gap-x-6 gap-y-1 text-small text-soft">
      {visibleKinds.map(({ kind, point, actual }) => (
        <li key={kind}>
          {kindLabels[kind]}: {money(actual)}
          {kind !== 'one_time' && `, forecast ${money(point)}`}
        </li>
      ))}
    </ul>
  )
}

function NoForecast({ pastForecast, isLoaded }: { pastForecast: PastForecast | undefined; isLoaded: boolean }) {
  return (
    <p className="py-6 text-body text-soft">
      {!isLoaded && 'The original forecast could not be loaded. Reload the page to try again.'}
      {isLoaded && !pastForecast && 'The comparison starts after the first full day.'}
      {pastForecast &&
        `${forecastUnavailableReason(pastForecast)}. A forecast needs ${counted(pastForecast.needed_days, 'day')} of earlier data. You have ${pastForecast.known_days}.`}
    </p>
  )
}
