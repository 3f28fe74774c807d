import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import type { Measure } from '@kept/domain/cube.ts'
import { multiply } from '@kept/domain/decimal.ts'
import { KeptBar } from '@kept/ui/brand/KeptBar.tsx'
import { formatMoney, formatMoneyExact } from '@kept/ui/format/money.ts'
import { counted } from '@kept/ui/format/share.ts'
import type { ReactNode } from 'react'
import { TextLink } from '../../shell/TextLink.tsx'
import { Change } from '../../spend/Change.tsx'
import { unknown } from '../../spend/figure.ts'
import { MeasureName } from '../../spend/MeasureName.tsx'
import { previousWords } from '../../spend/sentence.ts'

interface FiguresProps {
  overview: Overview
  shown: Overview['currencies'][number]
}

/** The figures behind the sentence, each with what it means; the last one is an estimate and looks like one. */
export function Figures({ overview, shown }: FiguresProps) {
  const { currency, effective, billed, previous_effective: previous, list, findings } = shown
  return (
    <dl className="-mx-2 mt-8 grid grid-cols-2 border-rule-strong px-2 border-y lg:grid-cols-[1fr_1fr_1fr_1.7fr]">
      <Figure measure="effective" amount={effective} currency={currency}>
        <Change now={effective} before={previous} none="" />
        {previous !== null && (
          <>
            {' '}
            from {formatMoney(previous, currency)} {previousWords(overview)}
          </>
        )}
      </Figure>
      <Figure measure="billed" amount={billed} currency={currency}>
        What the invoices say
      </Figure>
      <Figure measure="list" amount={list} currency={currency}>
        At public prices, without your discounts
      </Figure>
      <div className="col-span-2 border-rule py-4 max-lg:border-t lg:col-span-1 lg:border-l lg:pl-6">
        <dt className="text-small text-soft">Could be saved in a month (estimate)</dt>
        <dd className="mt-1">
          {findings.count === 0 ? (
            <span className="text-body text-soft">
              The rules found nothing to save. <TextLink to="/savings">See what they looked for</TextLink>
            </span>
          ) : (
            <>
              <span className="figure flex flex-wrap items-baseline gap-x-2">
                <span className="text-title font-semibold" title={formatMoneyExact(findings.monthly_saving, currency)}>
                  {formatMoney(findings.monthly_saving, currency)}
                </span>
                <span className="text-small text-soft">
                  {formatMoney(findings.low, currency)} to {formatMoney(findings.high, currency)} from{' '}
                  <TextLink to="/savings">{counted(findings.count, 'finding')}</TextLink>
                </span>
              </span>
              <div className="mt-2">
                <KeptBar
                  estimate
                  kept={`You would keep ${formatMoney(multiply(findings.monthly_saving, '0.75'), currency)}`}
                  fee={`Fee ${formatMoney(multiply(findings.monthly_saving, '0.25'), currency)}`}
                />
              </div>
            </>
          )}
        </dd>
      </div>
    </dl>
  )
}

interface FigureProps {
  measure: Measure
  amount: string | null
  currency: string
  children: ReactNode
}

function Figure({ measure, amount, currency, children }: FigureProps) {
  return (
    <div className="py-4 pr-5 not-first:border-rule not-first:border-l not-first:pl-5 max-lg:nth-[3]:border-t max-lg:nth-[3]:border-l-0 max-lg:nth-[3]:pl-0">
      <dt className="text-small text-soft">
        <MeasureName measure={measure} />
      </dt>
      <dd>
        <span
          className="figure mt-1 block text-title font-semibold"
          title={amount ? formatMoneyExact(amount, currency) : 'The bill does not say.'}
        >
          {amount === null ? unknown : formatMoney(amount, currency)}
        </span>
        <span className="mt-0.5 block text-small text-faint">{amount === null ? 'Not in these bills' : children}</span>
      </dd>
    </div>
  )
}
