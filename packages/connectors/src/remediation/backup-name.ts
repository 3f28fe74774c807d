/** The name of the backup of a resource: the same for every attempt, valid in each cloud. */
import type { RemediationTarget } from '@kept/domain/remediation.ts'
import { sha256 } from '@kept/foundation/hash/sha256.ts'

/** 32 characters that stand for the id of a resource where a cloud limits what a name or label may contain. */
export function keyOf({ id }: Pick<RemediationTarget, 'id'>): string {
  return sha256(id.toLowerCase()).slice(0, 32)
}

export function backupNameOf(target: Pick<RemediationTarget, 'id'>): string {
  return `kept-backup-${keyOf(target)}`
}
