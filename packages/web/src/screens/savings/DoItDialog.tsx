import { sentenceOf } from '@kept/client/errors.ts'
import type { RecommendationActionResult, RecommendationRemediation } from '@kept/contract/routes/remediation.ts'
import type { Recommendation } from '@kept/domain/recommendation.ts'
import type { RemediationAction } from '@kept/domain/remediation-action.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { useEffect, useState } from 'react'
import { Commands } from '../../remediation/Commands.tsx'
import { PlannedRequests } from './PlannedRequests.tsx'
import { useRecommendationRemediation } from './useRecommendationRemediation.ts'

interface DoItDialogProps {
  recommendation: Recommendation
  option: RecommendationRemediation['options'][number]
  isPossible: boolean
  /** A second person has to approve it first. */
  needsApproval: boolean
  onClose(): void
}

/**
 * A dry run with the exact requests; then exactly that. Without an account, the commands to run by hand. Fetched when it is
 * opened: most visits of the list change nothing.
 */
export default function DoItDialog({ recommendation, option, isPossible, needsApproval, onClose }: DoItDialogProps) {
  const { act } = useRecommendationRemediation()
  const { mutate, error } = act
  const [dryRun, setDryRun] = useState<RecommendationActionResult | null>(null)
  const { id } = recommendation
  const { step } = option
  useEffect(() => {
    if (isPossible) mutate({ id, step, dry_run: true }, { onSuccess: ({ data }) => setDryRun(data) })
  }, [mutate, id, step, isPossible])
  const action = dryRun?.remediation_action
  const canDo = action && action.requests.length > 0
  const run = () => mutate({ id, step, dry_run_id: action?.id }, { onSuccess: onClose })
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={option.label}
      description={action ? 'Dry run. Nothing has changed yet.' : undefined}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            {canDo ? 'Cancel' : 'Close'}
          </Button>
          {canDo && (
            <Button tone="danger" isBusy={act.isPending} onClick={run}>
              {needsApproval ? 'Ask for approval' : action.delete_after === null ? 'Do it now' : 'Mark it now'}
            </Button>
          )}
        </>
      }
    >
      {error && (
        <p role="alert" className="mb-3 text-body text-leak">
          {sentenceOf(error)}
        </p>
      )}
      {isPossible && !dryRun && !error && <SkeletonRows />}
      {dryRun?.critical && (
        <div className="mb-4">
          <Notice tone="watch" title="Tagged as critical">
            Kept never changes this resource automatically. Check before you continue.
          </Notice>
        </div>
      )}
      {action && <Plan action={action} />}
      {!isPossible && option.script && (
        <div className="space-y-4">
          <Commands script={option.script} />
        </div>
      )}
    </Dialog>
  )
}

function Plan({ action }: { action: RemediationAction }) {
  return (
    <div className="space-y-4">
      <p className="break-words text-body">
        {action.description} <span className="text-soft">To undo: {action.undo_description}</span>
      </p>
      {action.undo_price && <p className="text-pretty text-small text-soft">{action.undo_price}</p>}
      <PlannedRequests action={action} />
    </div>
  )
}
