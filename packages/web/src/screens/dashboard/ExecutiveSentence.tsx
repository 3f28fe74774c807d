import { cx } from '@kept/ui/cx.ts'
import { Link } from '@tanstack/react-router'
import { Provenance } from '../../spend/Provenance.tsx'
import type { Search } from '../../url/search.ts'
import { composeSentence, type DashboardSummary } from './executive-sentence.ts'
import type { Part } from './sentence-part.ts'

/** The executive sentence. Each number links to its details. */
export function ExecutiveSentence({ summary }: { summary: DashboardSummary }) {
  const parts = composeSentence(summary)
  if (!parts) return null
  return (
    <div className="mt-3">
      <p className="max-w-[62ch] text-pretty font-serif text-[1.375rem] leading-[1.32] tracking-[-0.01em] sm:text-[1.75rem] sm:leading-9">
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no key but their position.
          <SentencePart key={index} part={part} summary={summary} />
        ))}
      </p>
      <Provenance overview={summary.overview} className="mt-2" />
    </div>
  )
}

const tones = {
  kept: 'text-kept decoration-kept/35 hover:decoration-kept',
  leak: 'text-leak decoration-leak/35 hover:decoration-leak',
}

function SentencePart({ part, summary }: { part: Part; summary: DashboardSummary }) {
  const { text, evidence, tone } = part
  if (!evidence) return text
  const { to, search, hash } = proofOf(evidence, part.currency ?? summary.currency, summary)
  return (
    <Link
      to={to}
      search={search}
      {...(hash && { hash })}
      className={cx(
        'figure rounded-hair underline decoration-1 underline-offset-[0.18em]',
        tone ? tones[tone] : 'decoration-edge hover:decoration-ink',
      )}
    >
      {text}
    </Link>
  )
}

export const forecastAnchor = 'against-the-forecast'

function proofOf(
  evidence: NonNullable<Part['evidence']>,
  currency: string,
  { overview }: DashboardSummary,
): { to: string; search: Search | ((now: Search) => Search); hash?: string } {
  switch (evidence) {
    case 'spend':
      return { to: '/costs', search: spendLink(overview, currency) }
    case 'forecast':
      return { to: '/dashboard', search: (now) => now, hash: forecastAnchor }
    case 'other':
      return { to: '/dashboard', search: (now) => ({ ...now, currency }) }
    case 'statements':
      return { to: '/savings', search: { tab: 'statements' } }
    case 'ledger':
      return { to: '/savings', search: { tab: 'ledger', currency } }
  }
}

/** The explorer on the same days, in the same currency. */
export function spendLink(
  { start_date: from, end_date: to, currencies }: DashboardSummary['overview'],
  currency: string,
): Search {
  return { from: from ?? '', to: to ?? '', ...(currency !== currencies[0]?.currency && { currency }) }
}
