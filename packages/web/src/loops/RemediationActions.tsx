import type { RemediationAction } from '@kept/domain/remediation-action.ts'
import { Badge, type Tone } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { useRemediation } from './useRemediation.ts'

const stateLabels: Record<RemediationAction['state'], { label: string; tone: Tone }> = {
  planned: { label: 'dry run', tone: 'plain' },
  doing: { label: 'in progress', tone: 'watch' },
  waiting: { label: 'waiting to be deleted', tone: 'watch' },
  done: { label: 'active', tone: 'watch' },
  undoing: { label: 'undoing', tone: 'watch' },
  undone: { label: 'undone', tone: 'plain' },
  left: { label: 'not undone', tone: 'leak' },
  failed: { label: 'failed', tone: 'leak' },
}

/** The remediation actions of a loop, newest first; active ones can be undone. */
export function RemediationActions({
  loopId,
  actions,
  may,
}: {
  loopId: string
  actions: readonly RemediationAction[]
  may: boolean
}) {
  const { revert } = useRemediation()
  return (
    <ul className="mt-2 divide-y divide-rule" aria-label="Actions">
      {actions.map((action) => (
        <li key={action.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-2 text-small">
          <span className="min-w-0 flex-1">
            <Badge tone={stateLabels[action.state].tone}>{stateLabels[action.state].label}</Badge>{' '}
            <span className="break-words">{action.description}</span>
            <span className="block text-soft">
              {action.actor_name}, {formatMoment(action.at)}
              {action.state === 'done' && action.revert_at !== null && `; reverts ${formatMoment(action.revert_at)}`}
              {action.state === 'done' && action.revert_at === null && '; until undone'}
            </span>
            {action.failure_reason && <span className="block break-words text-leak">{action.failure_reason}</span>}
          </span>
          {may && action.state === 'done' && (
            <Button size="small" isBusy={revert.isPending} onClick={() => revert.mutate({ id: loopId })}>
              Undo
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
