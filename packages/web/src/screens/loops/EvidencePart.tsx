import type { LoopDetail } from '@kept/contract/routes/loops.ts'
import { Check, Minus } from 'lucide-react'
import { EvidenceSpans } from './EvidenceSpans.tsx'
import { chanceWords } from './loop-words.ts'
import { Part } from './Part.tsx'

/** What was measured and whether it holds, and the spans that show it. */
export function EvidencePart({ detail: { evidence, spans } }: { detail: LoopDetail }) {
  return (
    <Part title="Evidence">
      <ul className="space-y-1 text-small">
        {evidence.features.map(({ name, holds, words }) => (
          <li key={name} className="flex gap-2">
            {holds ? (
              <Check size={14} className="mt-0.5 shrink-0" aria-label="holds" />
            ) : (
              <Minus size={14} className="mt-0.5 shrink-0 text-faint" aria-label="does not hold" />
            )}
            <span className={holds ? '' : 'text-soft'}>{words}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-small text-soft">
        A runaway loop with a probability of {chanceWords(evidence.probability)}.
      </p>
      {spans.length > 0 ? (
        <EvidenceSpans spans={spans} />
      ) : (
        evidence.trace_ids.length > 0 && (
          <p className="mt-1 break-all text-micro text-soft">
            Seen in the traces <span className="font-mono">{evidence.trace_ids.join(', ')}</span>; their spans are kept
            for a week, and no more.
          </p>
        )
      )}
    </Part>
  )
}
