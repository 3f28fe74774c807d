import { DELETION_GRACE_DAYS } from '@kept/domain/deletion.ts'

/** When a deletion that is requested now is due. */
export function deletionDueAt(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + DELETION_GRACE_DAYS * 86_400_000)
}
