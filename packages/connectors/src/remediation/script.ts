/** The same as commands for a user: for read-only or unknown accounts. Needs no permissions and no network. */
import type { RemediationOrder, RemediationScript } from '@kept/domain/remediation.ts'
import { remedyFor, stepsOf } from './remedies.ts'

/** Null when this kind of resource has no such step. */
export function scriptFor(order: RemediationOrder): RemediationScript | null {
  if (!stepsOf(order.target.kind).includes(order.step)) return null
  const remedy = remedyFor(order.target.kind, order.step)
  const { tool, run, undo } = remedy.script(order)
  return {
    tool,
    run: run.join('\n'),
    undo: undo.join('\n'),
    description: `Run these commands with ${tool}, signed in to the account of ${order.target.name}.`,
    permissions: [...remedy.permissions],
  }
}
