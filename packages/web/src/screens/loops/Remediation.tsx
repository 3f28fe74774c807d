import type { LoopDetail } from '@kept/contract/routes/loops.ts'
import type { LoopMove } from '@kept/domain/loop-life.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { useState } from 'react'
import { useMe } from '../../shell/useMe.ts'
import { ActDialog } from './ActDialog.tsx'
import { Part } from './Part.tsx'
import { RemediationActions } from './RemediationActions.tsx'
import { useLoopStatus } from './useLoopStatus.ts'

const moveLabels: Record<LoopMove, string> = {
  investigate: 'Investigate',
  acknowledge: 'Acknowledge',
  resolve: 'Mark Resolved',
}

/** What is and can be done about a loop, by people and by Kept. */
export function Remediation({
  detail: { loop, moves, remediation, remediation_actions: remediationActions },
}: {
  detail: LoopDetail
}) {
  const [asking, setAsking] = useState<'pause' | 'stop' | null>(null)
  const actions = useLoopStatus()
  const me = useMe()
  const may = me.data?.permissions.includes('loops:write') ?? false
  const mayAct = me.data?.permissions.includes('loops:act') ?? false
  const isOpen = loop.status !== 'resolved'
  return (
    <Part title="Auto remediation">
      <p className="text-small">
        {loop.auto_remediation.action_taken ??
          (loop.auto_remediation.enabled ? 'On for this rule. No actions yet.' : 'Off for this rule.')}
      </p>
      {remediationActions.length > 0 && (
        <RemediationActions loopId={loop.id} actions={remediationActions} may={mayAct} />
      )}
      {isOpen && (
        <>
          <p className="mt-1 text-pretty text-small text-soft">
            To pause: {remediation.throttle}. To stop it: {remediation.stop}.{' '}
            {!remediation.scripted && remediation.skip_reasons}
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            {may &&
              moves.map((move) => (
                <Button
                  key={move}
                  size="small"
                  isBusy={actions[move].isPending}
                  onClick={() => actions[move].mutate({ id: loop.id })}
                >
                  {moveLabels[move]}
                </Button>
              ))}
            {mayAct && remediation.scripted && (
              <>
                <Button size="small" onClick={() => setAsking('pause')}>
                  Pause Resource
                </Button>
                <Button size="small" onClick={() => setAsking('stop')}>
                  Stop Loop
                </Button>
              </>
            )}
          </div>
        </>
      )}
      {asking && <ActDialog loop={loop} action={asking} onClose={() => setAsking(null)} />}
    </Part>
  )
}
