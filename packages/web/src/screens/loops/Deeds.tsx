import type { Deed } from '@kept/domain/deed.ts'
import { Badge, type Tone } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { formatMoment } from '@kept/ui/format/day.ts'
import { useLoopActs } from './useLoopActs.ts'

const stateWords: Record<Deed['state'], { words: string; tone: Tone }> = {
  rehearsed: { words: 'rehearsed', tone: 'plain' },
  doing: { words: 'being done', tone: 'watch' },
  done: { words: 'in force', tone: 'watch' },
  undoing: { words: 'being undone', tone: 'watch' },
  undone: { words: 'undone', tone: 'plain' },
  left: { words: 'left as it is', tone: 'leak' },
  failed: { words: 'failed', tone: 'leak' },
}

/** What was done about a loop, the newest first; what stands can be undone. */
export function Deeds({ loopId, deeds, may }: { loopId: string; deeds: readonly Deed[]; may: boolean }) {
  const { revert } = useLoopActs()
  return (
    <ul className="mt-2 divide-y divide-rule" aria-label="What was done">
      {deeds.map((deed) => (
        <li key={deed.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-2 text-small">
          <span className="min-w-0 flex-1">
            <Badge tone={stateWords[deed.state].tone}>{stateWords[deed.state].words}</Badge>{' '}
            <span className="break-words">{deed.words}</span>
            <span className="block text-soft">
              {deed.by_name}, {formatMoment(deed.at)}
              {deed.state === 'done' && deed.revert_at !== null && `; undone by itself ${formatMoment(deed.revert_at)}`}
              {deed.state === 'done' && deed.revert_at === null && '; until somebody undoes it'}
            </span>
            {deed.trouble && <span className="block break-words text-leak">{deed.trouble}</span>}
          </span>
          {may && deed.state === 'done' && (
            <Button size="small" busy={revert.isPending} onClick={() => revert.mutate({ id: loopId })}>
              Undo
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
