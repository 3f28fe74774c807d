import type { LoopDetail } from '@kept/contract/routes/loops.ts'
import type { LoopMove } from '@kept/domain/loop-life.ts'
import { loopTypeLabels } from '@kept/domain/loop-types.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { useState } from 'react'
import { WaitingApproval } from '../remediation/WaitingApproval.tsx'
import { ReportIncident } from '../security/ReportIncident.tsx'
import { useMe } from '../shell/useMe.ts'
import { useSearchState } from '../url/useSearchState.ts'
import { ActDialog } from './ActDialog.tsx'
import { Part } from './Part.tsx'
import { RemediationActions } from './RemediationActions.tsx'
import { useLoopStatus } from './useLoopStatus.ts'

const moveLabels: Record<LoopMove, string> = {
  investigate: 'Investigate',
  acknowledge: 'Acknowledge',
  resolve: 'Mark Resolved',
}

/** What can be done about an open loop, first: the buttons, and what it costs to wait. */
export function LoopActions({ detail: { loop, moves, projection, remediation } }: { detail: LoopDetail }) {
  const [search, setSearch] = useSearchState()
  // The dashboard leads straight to the question.
  const [asking, setAsking] = useState<'pause' | 'stop' | null>(
    search.act === 'stop' && search.loop === loop.id ? 'stop' : null,
  )
  const close = () => {
    setAsking(null)
    if (search.act) setSearch({ act: '' })
  }
  const actions = useLoopStatus()
  const me = useMe()
  const may = me.data?.permissions.includes('loops:write') ?? false
  const mayAct = me.data?.permissions.includes('loops:act') ?? false
  if (loop.status === 'resolved') return null
  const money = (amount: string) => formatMoney(amount, loop.cost_impact.currency)
  return (
    <div className="mb-5 border-rule border-b pb-4">
      <div className="flex flex-wrap items-center gap-2">
        {mayAct && remediation.scripted && (
          <>
            <Button tone="danger" onClick={() => setAsking('stop')}>
              Stop Loop
            </Button>
            <Button onClick={() => setAsking('pause')}>Pause Resource</Button>
          </>
        )}
        {may &&
          moves.map((move) => (
            <Button key={move} isBusy={actions[move].isPending} onClick={() => actions[move].mutate({ id: loop.id })}>
              {moveLabels[move]}
            </Button>
          ))}
        <ReportIncident
          draft={{
            title: `${loopTypeLabels[loop.loop_type].label} of ${loop.resource_name}`,
            source: 'loop',
            source_id: loop.id,
          }}
        />
        {projection && (
          <p className="figure text-pretty text-small text-soft">
            If nothing is done: {money(projection.by_tomorrow)} by this time tomorrow, {money(projection.by_month_end)}{' '}
            by the end of the month.
          </p>
        )}
      </div>
      <p className="mt-2 max-w-prose text-pretty text-small text-soft">
        {remediation.scripted
          ? `Stop Loop: ${remediation.stop}. Pause Resource: ${remediation.throttle}.`
          : `To stop it: ${remediation.stop}. To pause: ${remediation.throttle}. ${remediation.skip_reasons}`}
      </p>
      {remediation.approval && (
        <div className="mt-2 max-w-prose">
          <WaitingApproval approval={remediation.approval} />
        </div>
      )}
      {asking && mayAct && remediation.scripted && <ActDialog loop={loop} action={asking} onClose={close} />}
    </div>
  )
}

/** What Kept did by itself, or was told to do. */
export function Remediation({
  detail: { loop, remediation_actions: remediationActions },
}: {
  detail: Pick<LoopDetail, 'loop' | 'remediation_actions'>
}) {
  const mayAct = useMe().data?.permissions.includes('loops:act') ?? false
  return (
    <Part title="Auto remediation">
      <p className="text-small">
        {loop.auto_remediation.action_taken ??
          (loop.auto_remediation.enabled ? 'On for this rule. No actions yet.' : 'Off for this rule.')}
      </p>
      {remediationActions.length > 0 && (
        <RemediationActions loopId={loop.id} actions={remediationActions} may={mayAct} />
      )}
    </Part>
  )
}
