import type { ActionApproval } from '@kept/domain/action-approval.ts'

/** A change that was asked for, and waits for a second person. */
export function WaitingApproval({ approval }: { approval: ActionApproval }) {
  return (
    <p className="text-pretty text-small">
      <span className="font-semibold">Waits for a second person.</span> {approval.asker_name} asked.{' '}
      {approval.description} {approval.reason}{' '}
      <a className="text-fact" href={`/autopilot?tab=approvals&approval=${approval.id}`}>
        Show the approval
      </a>
    </p>
  )
}
