import type { LoopDetail } from '@kept/contract/routes/loops.ts'
import { Check, Minus } from 'lucide-react'
import { EvidenceSpans } from './EvidenceSpans.tsx'
import { formatChance } from './loop-text.ts'
import { Part } from './Part.tsx'

/** What was measured and whether it holds, and the spans that show it. */
export function EvidencePart({ detail: { evidence, spans } }: { detail: LoopDetail }) {
  return (
    <Part title="Evidence">
      <ul className="space-y-1 text-small">
        {evidence.features.map(({ name, is_met: holds, description }) => (
          <li key={name} className="flex gap-2">
            {holds ? (
              <Check size={14} className="mt-0.5 shrink-0" aria-label="holds" />
            ) : (
              <Minus size={14} className="mt-0.5 shrink-0 text-faint" aria-label="not met" />
            )}
            <span className={holds ? '' : 'text-soft'}>{description}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-small text-soft">Probability of a runaway loop: {formatChance(evidence.probability)}.</p>
      {spans.length > 0 ? (
        <EvidenceSpans spans={spans} />
      ) : (
        evidence.trace_ids.length > 0 && (
          <p className="mt-1 break-all text-micro text-soft">
            From traces <span className="font-mono">{evidence.trace_ids.join(', ')}</span>; spans are kept for a week.
          </p>
        )
      )}
    </Part>
  )
}
