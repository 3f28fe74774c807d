import type { LoopActionResult } from '@kept/contract/routes/loops.ts'

export type RevertAfter = '15' | '60' | '240' | '1440' | 'never'

export interface LoopActionInput {
  id: string
  dry_run_id: string
  revert_after_minutes: number | null
}

/** The request that carries out exactly the dry run that is shown; undefined when there is no plan to carry out. */
export function loopActionInput(
  loopId: string,
  { remediation_action: dryRun }: Pick<LoopActionResult, 'remediation_action'>,
  revertAfter: RevertAfter,
): LoopActionInput | undefined {
  if (!dryRun) return undefined
  return {
    id: loopId,
    dry_run_id: dryRun.id,
    revert_after_minutes: revertAfter === 'never' ? null : Number(revertAfter),
  }
}
