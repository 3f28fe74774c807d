import type { CurrencyExplanation, ExplainedTerm } from '@kept/domain/explanation.ts'
import { explanationTerms } from '@kept/domain/explanation-terms.ts'
import { isZero } from '@kept/foundation/decimal.ts'
import { formatWindow } from '@kept/foundation/format/day.ts'
import { formatMoney, formatMoneyShort, formatQuantity } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { prepareWaterfall } from '@kept/ui/charts/waterfall/prepare.ts'
import { Waterfall } from '@kept/ui/charts/waterfall/Waterfall.tsx'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { TextLink } from '../shell/TextLink.tsx'
import { explorerLink, nameItem } from './item-text.ts'

interface Window {
  from: string
  to: string
}

interface ChangeTermsProps {
  explained: CurrencyExplanation
  window: Window
  past: Window
}

/** The waterfall of a change. Each term opens the resources it comes from. */
export function ChangeTerms({ explained, window, past }: ChangeTermsProps) {
  const { currency, previous, current, change, terms, trend, apart } = explained
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const signed = (amount: string) => formatMoney(amount, currency, { signed: true })
  const steps = terms
    .filter(({ amount }) => !isZero(amount))
    .map(({ term, amount }) => {
      const { label, kind } = explanationTerms[term]
      return { key: term, label, amount, quiet: kind === 'apart' }
    })
  const { origin } = prepareWaterfall(previous, current, steps)
  const unchanged = terms.filter(({ amount }) => isZero(amount)).map(({ term }) => explanationTerms[term].label)
  return (
    <div className="mt-4">
      <Waterfall
        label="Terms of the change"
        start={{ label: formatWindow(past.from, past.to), amount: previous }}
        end={{ label: formatWindow(window.from, window.to), amount: current }}
        steps={steps}
        format={(amount) => formatMoney(amount, currency)}
        formatSigned={signed}
        details={(key) => {
          const term = terms.find((entry) => entry.term === key)
          return term && <TermItems term={term} currency={currency} window={window} />
        }}
        open={open}
        onToggle={(key) => setOpen(toggled(open, key))}
      />
      <p className="mt-2 flex flex-wrap items-center gap-x-1.5 text-small text-soft">
        <CircleCheck size={14} aria-hidden="true" />
        <span>
          The terms add up to <span className="figure">{signed(change)}</span> exactly.
          {origin > 0 && ` Bars start at ${formatMoneyShort(origin, currency)}.`}
        </span>
      </p>
      <ul className="figure mt-1 flex flex-wrap gap-x-4 gap-y-1 text-micro text-soft">
        <Key className="bg-fact">Trend {signed(trend)}</Key>
        <Key className="bg-edge">Calendar, credits, tax, fees {signed(apart)}</Key>
        <Key className="border-[1.5px] border-edge">Outlined: less</Key>
      </ul>
      {unchanged.length > 0 && steps.length > 0 && (
        <p className="mt-2 text-micro text-faint">$0 from: {unchanged.join(', ').toLowerCase()}.</p>
      )}
    </div>
  )
}

function Key({ className, children }: { className: string; children: React.ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <span aria-hidden="true" className={`size-2.5 rounded-hair ${className}`} />
      {children}
    </li>
  )
}

function TermItems({ term, currency, window }: { term: ExplainedTerm; currency: string; window: Window }) {
  const { items, rest, count, filters } = term
  const money = (amount: string) => formatMoney(amount, currency, { signed: true })
  const listed = items.reduce((sum, { resources }) => sum + resources, 0)
  return (
    <>
      <p className="text-small text-soft">{explanationTerms[term.term].description}</p>
      <ul className="mt-1">
        {items.map((item) => (
          <li
            key={JSON.stringify(item.filters) + item.meter}
            className="flex items-baseline justify-between gap-4 py-1 text-small"
          >
            <span className="min-w-0">
              <TextLink
                to="/costs"
                search={explorerLink(item.filters, { currency, window })}
                quiet
                className="block truncate"
              >
                {nameItem(item)}
              </TextLink>
              <span className="block truncate text-micro text-soft">
                {[
                  item.service,
                  item.sub_account_name || item.sub_account,
                  item.region,
                  item.quantity &&
                    `${formatQuantity(item.quantity.previous, 1)} to ${formatQuantity(item.quantity.current, 1)} ${item.quantity.unit}`,
                ]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </span>
            <span className="figure shrink-0">{money(item.amount)}</span>
          </li>
        ))}
        {!isZero(rest) && (
          <li className="flex justify-between gap-4 py-1 text-small text-soft">
            <span>{counted(Math.max(1, count - listed), 'other')}</span>
            <span className="figure">{money(rest)}</span>
          </li>
        )}
      </ul>
      {filters && (
        <p className="mt-1 text-small">
          <TextLink to="/costs" search={{ ...explorerLink(filters, { currency, window }), by: 'resource' }}>
            Open these in Cost Explorer
          </TextLink>
        </p>
      )}
    </>
  )
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}
