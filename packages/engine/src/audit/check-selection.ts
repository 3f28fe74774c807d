/**
 * Checks events of an audit log that a filter selected: each against its own hash. What lies between them is not known,
 * so a missing event does not show; the signature of the file around them says that it is as it was exported.
 */
import type { AuditSelection } from '@kept/domain/audit.ts'
import { entryHash, type Sha256 } from '@kept/foundation/hash/chain.ts'

/** What is wrong, as a sentence; null when nothing is. Of an erased event only the position is checked. */
export function checkAuditSelection({ organization_id, events }: AuditSelection, sha256: Sha256): string | null {
  let below = Number.POSITIVE_INFINITY
  for (const event of events) {
    if (event.organization_id !== organization_id) return `Entry ${event.seq} belongs to another organization.`
    if (event.seq >= below) return `Entry ${event.seq} is not in its order.`
    if (event.erased === undefined && entryHash(event, sha256) !== event.hash)
      return `Entry ${event.seq} was changed after it was written.`
    below = event.seq
  }
  return null
}
