import { cx } from '@kept/ui/cx.ts'
import { Link } from '@tanstack/react-router'
import { Provenance } from '../../spend/Provenance.tsx'
import type { Search } from '../../url/search.ts'
import { type Standing, saySentence } from './executive-sentence.ts'
import type { Part } from './sentence-part.ts'

/** The one true sentence; every number in it leads to its proof. */
export function ExecutiveSentence({ standing }: { standing: Standing }) {
  const parts = saySentence(standing)
  if (!parts) return null
  return (
    <div className="mt-5">
      <p className="max-w-[46ch] text-pretty font-serif text-hero tracking-[-0.015em]">
        {parts.map((part, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence are told apart by their place alone.
          <Words key={place} part={part} standing={standing} />
        ))}
      </p>
      <Provenance overview={standing.overview} />
    </div>
  )
}

const tones = {
  kept: 'text-kept decoration-kept/35 hover:decoration-kept',
  leak: 'text-leak decoration-leak/35 hover:decoration-leak',
}

function Words({ part, standing }: { part: Part; standing: Standing }) {
  const { words, evidence, tone } = part
  if (!evidence) return words
  const { to, search, hash } = proofOf(evidence, part.currency ?? standing.currency, standing)
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
      {words}
    </Link>
  )
}

export const forecastPlace = 'against-the-forecast'

function proofOf(
  evidence: NonNullable<Part['evidence']>,
  currency: string,
  { overview }: Standing,
): { to: string; search: Search | ((now: Search) => Search); hash?: string } {
  switch (evidence) {
    case 'spend':
      return { to: '/costs', search: spendLink(overview, currency) }
    case 'forecast':
      return { to: '/dashboard', search: (now) => now, hash: forecastPlace }
    case 'other':
      return { to: '/dashboard', search: (now) => ({ ...now, currency }) }
    case 'statements':
      return { to: '/savings', search: { tab: 'statements' } }
    case 'ledger':
      return { to: '/savings', search: { tab: 'ledger', currency } }
  }
}

/** The explorer on the same days, in the same currency. */
export function spendLink({ from, to, currencies }: Standing['overview'], currency: string): Search {
  return { from: from ?? '', to: to ?? '', ...(currency !== currencies[0]?.currency && { currency }) }
}
