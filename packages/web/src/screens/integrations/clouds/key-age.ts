/** What the card and the page say of a stored key that is old. */
import { oldKeyDays } from '@kept/domain/access-method.ts'
import { isCloudKind } from '@kept/domain/connection-kind.ts'
import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { clouds } from './cloud-kinds.ts'

/** One sentence with what to do; undefined when the key is new, or nothing is stored. */
export function keyAgeSentence(
  connection: Pick<SyncConnection, 'kind' | 'access_method' | 'access_changed_at'>,
  nowMs: number,
): string | undefined {
  const days = oldKeyDays(connection, nowMs)
  if (days === undefined) return undefined
  return `The stored key is ${formatCount(days)} days old: ${whatToDo(connection.kind)}.`
}

function whatToDo(kind: SyncConnection['kind']): string {
  const signIns = isCloudKind(kind) ? clouds[kind].signIns : []
  return signIns.some(({ method }) => method === 'federation')
    ? 'replace it, or sign in by federation, which stores none'
    : 'replace it'
}
