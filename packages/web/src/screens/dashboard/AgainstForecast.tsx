import type { PastForecast } from '@kept/contract/routes/anomalies.ts'
import { Lines } from '@kept/ui/charts/line/Lines.tsx'
import { addDays, formatDay, inWindow } from '@kept/ui/format/day.ts'
import { formatMoney, formatMoneyShort } from '@kept/ui/format/money.ts'
import { counted } from '@kept/ui/format/share.ts'
import { Section } from '../../shell/Page.tsx'
import { namePeriod } from '../../spend/periods.ts'
import { forecastPlace } from './ExecutiveSentence.tsx'
import { type Standing, whyNoForecast } from './executive-sentence.ts'

/** The proof of the percent: what was expected of each day before the first began, and what was billed. */
export function AgainstForecast({ standing: { past, currency } }: { standing: Standing }) {
  const one = past?.find((each) => each.currency === currency)
  return (
    <div id={forecastPlace} className="scroll-mt-12">
      <Section title="Against the forecast" beside="the forecast knew nothing of these days">
        {one?.forecast ? (
          <Compared one={one} forecast={one.forecast} />
        ) : (
          <Nothing one={one} isThere={past !== undefined} />
        )}
      </Section>
    </div>
  )
}

interface ComparedProps {
  one: PastForecast
  forecast: NonNullable<PastForecast['forecast']>
}

function Compared({ one: { currency, from, to, actual, known_days: known }, forecast }: ComparedProps) {
  const money = (amount: string) => formatMoney(amount, currency)
  return (
    <>
      <p className="mb-3 max-w-prose text-pretty text-body">
        From the {counted(known, 'day')} before {formatDay(from)}, as they stand in the bills now, about{' '}
        <strong>{money(forecast.point)}</strong> was to be expected {inWindow(from, to)}, between{' '}
        {money(forecast.band80.lower)} and {money(forecast.band80.upper)} (80% band). <strong>{money(actual)}</strong>{' '}
        was spent through {formatDay(addDays(to, -1))}.
      </p>
      <Kinds kinds={forecast.kinds} money={money} />
      <Lines
        label="Spend by day, and the forecast made before with its band"
        height={220}
        data={forecast.days.map((day) => ({
          date: day.date,
          actual: day.actual === null ? null : Number(day.actual),
          point: Number(day.point),
          upper: Number(day.band80.upper),
          lower: Number(day.band80.lower),
        }))}
        xKey="date"
        lines={[
          { dataKey: 'actual', name: 'Spent' },
          { dataKey: 'point', name: 'Forecast', strokeDasharray: '6 4' },
        ]}
        band={{ lower: 'lower', upper: 'upper', name: 'Likely', around: 'point' }}
        nameX={(day) => namePeriod(day, 'day')}
        format={(figure) => formatMoney(String(figure), currency)}
        short={(figure) => formatMoneyShort(figure, currency)}
      />
      <p className="mt-2 text-small text-soft">Method: {forecast.method}, the best on those earlier days.</p>
    </>
  )
}

type Kind = ComparedProps['forecast']['kinds'][number]

const kindLabels: Record<Kind['kind'], string> = {
  usage: 'Usage',
  fee: 'Monthly fees',
  tax: 'Tax',
  one_time: 'One-time charges and credits (not forecast)',
}

/** What of the difference is usage, and what fell on single days. */
function Kinds({ kinds, money }: { kinds: Kind[]; money: (amount: string) => string }) {
  const shown = kinds.filter(({ point, actual }) => Number(point) !== 0 || Number(actual) !== 0)
  if (shown.length < 2) return null
  return (
    <ul className="mb-3 flex flex-wrap gap-x-6 gap-y-1 text-small text-soft">
      {shown.map(({ kind, point, actual }) => (
        <li key={kind}>
          {kindLabels[kind]}: {money(actual)}
          {kind !== 'one_time' && `, forecast ${money(point)}`}
        </li>
      ))}
    </ul>
  )
}

function Nothing({ one, isThere }: { one: PastForecast | undefined; isThere: boolean }) {
  return (
    <p className="py-6 text-body text-soft first-letter:uppercase">
      {!isThere && 'The forecast of these days could not be loaded. Load the page again to retry.'}
      {isThere && !one && 'No day of this period is over yet.'}
      {one &&
        `${whyNoForecast(one)}. It takes ${counted(one.needed_days, 'day')} before the first; there are ${one.known_days}.`}
    </p>
  )
}
