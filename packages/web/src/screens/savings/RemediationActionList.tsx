import type { RecommendationRemediation } from '@kept/contract/routes/remediation.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { useRecommendationRemediation } from './useRecommendationRemediation.ts'

const stateLabels = {
  planned: 'Planned',
  doing: 'In progress',
  waiting: 'Waiting to be deleted',
  done: 'Done',
  undoing: 'Undoing',
  undone: 'Undone',
  left: 'Left as it is',
  failed: 'Failed',
} as const

/** What was done about a recommendation, with the way back: undo, or restore what waits to be deleted. */
export function RemediationActionList({
  id,
  remediation,
  mayAct,
}: {
  id: string
  remediation: RecommendationRemediation
  mayAct: boolean
}) {
  const { revert, deleteNow } = useRecommendationRemediation()
  const [latest] = remediation.remediation_actions
  if (!latest) return null
  return (
    <>
      <ul className="mt-3 divide-y divide-rule" aria-label="Actions">
        {remediation.remediation_actions.map((action) => (
          <li key={action.id} className="py-1.5 text-small">
            <span className="font-semibold">{stateLabels[action.state]}</span> {action.description}{' '}
            <span className="text-soft">
              {action.actor_name}, {formatMoment(action.at)}
            </span>
            {action.state === 'waiting' && action.delete_after !== null && (
              <span className="block font-semibold">
                Deleted on {formatMoment(action.delete_after)} unless restored.
              </span>
            )}
            {action.failure_reason && <span className="block text-leak">{action.failure_reason}</span>}
          </li>
        ))}
      </ul>
      {latest.state === 'done' && mayAct && (
        <div className="mt-2">
          <Button size="small" isBusy={revert.isPending} onClick={() => revert.mutate({ id })}>
            Undo
          </Button>
          {latest.undo_price && <p className="mt-1 text-pretty text-small text-soft">{latest.undo_price}</p>}
        </div>
      )}
      {latest.state === 'waiting' && mayAct && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="small" isBusy={revert.isPending} onClick={() => revert.mutate({ id })}>
            Restore
          </Button>
          {remediation.approval === null && (
            <Button size="small" tone="danger" isBusy={deleteNow.isPending} onClick={() => deleteNow.mutate({ id })}>
              {remediation.approval_reason === '' ? 'Delete now' : 'Ask to delete now'}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
