import type { RecommendationRemediation } from '@kept/contract/routes/remediation.ts'
import type { Recommendation } from '@kept/domain/recommendation.ts'
import { mayMove } from '@kept/domain/recommendation-life.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../api/client.ts'
import { WaitingApproval } from '../../remediation/WaitingApproval.tsx'
import { useMe } from '../../shell/useMe.ts'
import { RemediationActionList } from './RemediationActionList.tsx'

const DoItDialog = lazy(() => import('./DoItDialog.tsx'))

/** What Kept can do about a recommendation with one click, and what it did. Shows nothing where it can do nothing. */
export function DoIt({ recommendation }: { recommendation: Recommendation }) {
  const me = useMe()
  const query = useQuery({
    ...api.remediation.ofRecommendation.queryOptions({ input: { id: recommendation.id } }),
    // A change that takes minutes is followed until it is complete.
    refetchInterval: ({ state }) => (isRunning(state.data?.data) ? 3_000 : false),
  })
  const [option, setOption] = useState<RecommendationRemediation['options'][number] | null>(null)
  const mayAct = me.data?.permissions.includes('recommendations:act') ?? false
  const remediation = query.data?.data
  if (!remediation || (remediation.options.length === 0 && remediation.remediation_actions.length === 0)) return null
  const { approval } = remediation
  const isWaiting = remediation.remediation_actions.some(({ state }) => state === 'waiting')
  const isOpen = mayMove(recommendation.status, 'done') && !isRunning(remediation) && !isWaiting && approval === null
  return (
    <section className="mt-6" aria-label="Do it now">
      <h3 className="mb-2 border-rule-strong border-b pb-1 font-semibold text-small">Do it now</h3>
      {isOpen && (
        <>
          <p className="text-pretty text-small text-soft">
            {remediation.possible
              ? remediation.approval_reason || 'Kept shows the exact requests first, and what an undo brings back.'
              : remediation.skip_reasons}
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            {remediation.options.map((choice) => (
              <Button key={choice.step} disabled={remediation.possible && !mayAct} onClick={() => setOption(choice)}>
                {remediation.possible ? choice.label : `Show commands: ${choice.label}`}
              </Button>
            ))}
          </div>
          {remediation.possible && !mayAct && (
            <p className="mt-2 text-small text-soft">You need the permission recommendations:act. Ask an admin.</p>
          )}
        </>
      )}
      {approval && <WaitingApproval approval={approval} />}
      <RemediationActionList id={recommendation.id} remediation={remediation} mayAct={mayAct} />
      {option && (
        <Suspense fallback={null}>
          <DoItDialog
            recommendation={recommendation}
            option={option}
            isPossible={remediation.possible}
            needsApproval={remediation.approval_reason !== ''}
            onClose={() => setOption(null)}
          />
        </Suspense>
      )}
    </section>
  )
}

function isRunning(remediation: RecommendationRemediation | undefined): boolean {
  return remediation?.remediation_actions.some(({ state }) => state === 'doing' || state === 'undoing') ?? false
}
