import type { Permission } from '@kept/domain/permission.ts'
import { type Changer, grantRefusal as refusalOf } from '../change-refusal.ts'

/** Why the caller can't grant these permissions, or null. */
export function grantRefusal(changer: Changer, granted: readonly Permission[]): string | null {
  return refusalOf(changer, granted)
}
