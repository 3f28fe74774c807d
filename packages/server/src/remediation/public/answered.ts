import type { ActionApproval } from '@kept/domain/action-approval.ts'
import type { StoredApproval } from '@kept/store/remediation/approvals.ts'

/** An approval as the API answers it: without the IDs that only decisions need. */
export function answered({
  askerId: _asker,
  dryRunId: _dryRun,
  changeId: _change,
  request: _request,
  ...approval
}: StoredApproval): ActionApproval {
  return approval
}
