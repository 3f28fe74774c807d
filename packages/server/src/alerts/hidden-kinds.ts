/** Alerts of some kinds can be read, routed and received only by those who may read what they are about. */
import { type AlertKind, alertKinds, alertKindsHiddenFrom } from '@kept/domain/alert-labels.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Permission } from '@kept/domain/permission.ts'

/** Throws for someone who would receive or redirect what they may not read. */
export function refuseHiddenKinds(permissions: readonly Permission[], kinds: readonly AlertKind[]): void {
  const hidden = alertKindsHiddenFrom(permissions).find((kind) => kinds.includes(kind))
  if (hidden === undefined) return
  throw new KeptError(
    'forbidden',
    `You don't have permission to read ${alertKinds[hidden].label.toLowerCase()}. Ask an admin of your organization.`,
  )
}
