import type { Recommendation } from '@kept/domain/recommendation.ts'
import { mayMove } from '@kept/domain/recommendation-life.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { useDecisions } from '../../savings/useDecisions.ts'
import { CreateTicket } from '../../ticket/CreateTicket.tsx'
import { serverUrl } from '../../url/base-path.ts'
import { OwnerPicker } from './OwnerPicker.tsx'
import type { InboxAct } from './useInboxKeys.ts'
import { useRecommendationActions } from './useRecommendationActions.ts'

interface EvidenceActionsProps {
  recommendation: Recommendation
  /** Opens the dialog of a decision. */
  onAct(act: InboxAct): void
  mayDecide: boolean
}

/** What the viewer may do with a recommendation in its present state. */
export function EvidenceActions({ recommendation, onAct, mayDecide }: EvidenceActionsProps) {
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {mayDecide && <Decisions recommendation={recommendation} onAct={onAct} />}
      <CreateTicket
        subject={{ kind: 'recommendation', id: recommendation.id }}
        load={async () =>
          (await import('../../ticket/ticket-text.ts')).ticketOfRecommendation(
            recommendation,
            serverUrl(`/savings?recommendation=${recommendation.id}`).href,
          )
        }
      />
      {mayDecide && mayMove(recommendation.status, 'reopen') && <Reopen id={recommendation.id} />}
      {recommendation.status === 'gone' && <Badge>No longer detected in later bills</Badge>}
    </div>
  )
}

function Decisions({ recommendation, onAct }: Omit<EvidenceActionsProps, 'mayDecide'>) {
  const { done, finishing } = useRecommendationActions()
  const { decide, deciding } = useDecisions()
  const { status, owner_type: ownerType, owner_id: ownerId } = recommendation
  return (
    <>
      {mayMove(status, 'accept') && (
        <Button {...(status !== 'accepted' && { tone: 'primary' as const })} onClick={() => onAct('accept')}>
          {status === 'accepted' ? 'Change owner' : 'Accept'}
        </Button>
      )}
      {mayMove(status, 'done') && (
        <Button isBusy={finishing} onClick={() => done(recommendation.id)}>
          Mark as done
        </Button>
      )}
      <OwnerPicker
        owner={ownerType ? { type: ownerType, id: ownerId } : null}
        removable={recommendation.owner !== ''}
        onPick={(owner) =>
          decide([recommendation], { decision: 'assign', owner: owner && { type: owner.type, id: owner.id } })
        }
        trigger={<Button isBusy={deciding}>Assign</Button>}
      />
      {mayMove(status, 'snooze') && status !== 'snoozed' && <Button onClick={() => onAct('snooze')}>Snooze</Button>}
      {mayMove(status, 'dismiss') && status !== 'dismissed' && (
        <Button onClick={() => onAct('dismiss')}>Dismiss</Button>
      )}
    </>
  )
}

function Reopen({ id }: { id: string }) {
  const { reopen, reopening } = useRecommendationActions()
  return (
    <Button isBusy={reopening} onClick={() => reopen(id)}>
      Reopen
    </Button>
  )
}
