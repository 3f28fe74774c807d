import type { Measure } from '@kept/domain/cube.ts'
import { formatMoney, formatMoneyExact } from '@kept/ui/format/money.ts'
import { counted } from '@kept/ui/format/share.ts'
import type { ReactNode } from 'react'
import { EstimateSplit } from '../../savings/EstimateSplit.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import { Change } from '../../spend/Change.tsx'
import { unknown } from '../../spend/figure.ts'
import { MeasureName } from '../../spend/MeasureName.tsx'
import { previousWords } from '../../spend/sentence.ts'
import type { Search } from '../../url/search.ts'
import { forecastPlace, spendLink } from './ExecutiveSentence.tsx'
import { type Standing, whyNoForecast } from './executive-sentence.ts'
import { VerifiedFigure } from './VerifiedFigure.tsx'

/** The few figures behind the sentence, each one click from its proof; the last one is an estimate and looks like one. */
export function Figures({ standing }: { standing: Standing }) {
  const { overview, currency } = standing
  const shown = overview.currencies.find((one) => one.currency === currency)
  if (!shown) return null
  const { billed, effective, previous_effective: previous, list, findings } = shown
  const spend = spendLink(overview, currency)
  return (
    <>
      <dl className="-mx-2 mt-8 grid grid-cols-1 border-rule-strong border-y px-2 sm:grid-cols-2 xl:grid-cols-[1fr_1fr_1.25fr_1.25fr]">
        <Cell name={<MeasureName measure="effective" />}>
          <Amount amount={effective} currency={currency} to="/costs" search={spend} />
          <span className="mt-0.5 block text-small text-faint">
            <Change now={effective} before={previous} none="" />
            {previous !== null && ` from ${formatMoney(previous, currency)} ${previousWords(overview)}`}
          </span>
        </Cell>
        <Cell name="Forecast made before">
          <ForecastThen standing={standing} />
        </Cell>
        <Cell name="Verified savings">
          <VerifiedFigure standing={standing} />
        </Cell>
        <Cell name="Could be saved in a month (estimate)">
          {findings.count === 0 ? (
            <span className="text-body text-soft">
              The rules found nothing to save. <TextLink to="/savings">See what they looked for</TextLink>
            </span>
          ) : (
            <>
              <span className="figure flex flex-wrap items-baseline gap-x-2">
                <Amount amount={findings.monthly_saving} currency={currency} to="/savings" />
                <span className="text-small text-soft">
                  {formatMoney(findings.low, currency)} to {formatMoney(findings.high, currency)} from{' '}
                  <TextLink to="/savings" className="whitespace-nowrap">
                    {counted(findings.count, 'finding')}
                  </TextLink>
                </span>
              </span>
              {findings.split && (
                <div className="mt-2">
                  <EstimateSplit split={findings.split} currency={currency} />
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

function ForecastThen({ standing: { past, currency } }: { standing: Standing }) {
  if (past === undefined) return <span className="text-body text-soft">It could not be loaded.</span>
  const one = past.find((each) => each.currency === currency)
  if (!one) return <span className="text-body text-soft">No day of it is over yet.</span>
  if (!one.forecast) return <span className="text-body text-soft first-letter:uppercase">{whyNoForecast(one)}.</span>
  const { point, band80 } = one.forecast
  return (
    <>
      <Amount amount={point} currency={currency} to="/dashboard" hash={forecastPlace} />
      <span className="mt-0.5 block text-small text-faint">
        {formatMoney(band80.lower, currency)} to {formatMoney(band80.upper, currency)} (80% band)
      </span>
    </>
  )
}

/** Hairlines between cells, whatever number of them stands side by side. */
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
