import type { RecommendationRemediation } from '@kept/contract/routes/remediation.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { ConfirmButton } from '@kept/ui/controls/ConfirmButton.tsx'
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

type Action = RecommendationRemediation['remediation_actions'][number]

/** Also while its deletion is prepared: a backup can take hours. */
function mayBeRestored({ state, grace_days }: Action): boolean {
  return state === 'waiting' || (state === 'doing' && grace_days > 0)
}

/** Asking a second person deletes nothing yet; without one, what is lost is confirmed first. */
function DeleteNow({
  action,
  needsApproval,
  isBusy,
  onAct,
}: {
  action: Action
  needsApproval: boolean
  isBusy: boolean
  onAct(): void
}) {
  if (needsApproval)
    return (
      <Button size="small" tone="danger" isBusy={isBusy} onClick={onAct}>
        Ask to delete now
      </Button>
    )
  return (
    <ConfirmButton
      size="small"
      tone="danger"
      isBusy={isBusy}
      label="Delete now"
      title={`Delete ${action.target.name} now?`}
      description={`Its grace period ends at once. ${action.undo_price}`}
      act="Delete now"
      onAct={onAct}
    />
  )
}

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
      {mayBeRestored(latest) && mayAct && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="small" isBusy={revert.isPending} onClick={() => revert.mutate({ id })}>
            Restore
          </Button>
          {latest.state === 'waiting' && remediation.approval === null && (
            <DeleteNow
              action={latest}
              needsApproval={remediation.approval_reason !== ''}
              isBusy={deleteNow.isPending}
              onAct={() => deleteNow.mutate({ id })}
            />
          )}
        </div>
      )}
    </>
  )
}
