/** The mark of resources of Azure that wait to be deleted, set through the API for tags: it leaves all others alone. */
import type { RemediationTarget } from '@kept/domain/remediation.ts'
import { deletionTag } from '../deletion-mark.ts'
import { readOr } from '../read-or.ts'
import type { DeletionMarking } from '../remedy.ts'
import { azureUrl, json } from './address.ts'

const tagsVersion = '2021-04-01'

interface TaggedAnswer {
  tags?: Record<string, string>
  properties?: { LastOwnershipUpdateTime?: string; provisioningState?: string }
}

/** `version`: of the API that reads the resource. */
export function azureMarking(version: string): DeletionMarking {
  const find: (...parameters: Parameters<DeletionMarking['read']>) => Promise<TaggedAnswer | undefined> = async (
    send,
    target,
    signal,
  ) => {
    const answer = await readOr<TaggedAnswer>(send, azureUrl(target, '', version), signal)
    return answer?.properties?.provisioningState === 'Deleting' ? undefined : answer
  }
  return {
    async read(send, target, signal) {
      const existing = await find(send, target, signal)
      return (
        existing && {
          mark: existing.tags?.[deletionTag] ?? null,
          last_used_at: existing.properties?.LastOwnershipUpdateTime ?? null,
        }
      )
    },
    isRemoved: async (send, target, signal) =>
      (await readOr<TaggedAnswer>(send, azureUrl(target, '', version), signal)) === undefined,
    async requests(send, target, mark, signal) {
      const present = (await find(send, target, signal))?.tags?.[deletionTag] ?? ''
      const operation = mark === null ? 'Delete' : 'Merge'
      return [tagsRequest(target, operation, { [deletionTag]: mark ?? present })]
    },
  }
}

function tagsRequest(target: RemediationTarget, operation: 'Merge' | 'Delete', tags: Record<string, string>) {
  return {
    method: 'PATCH' as const,
    url: azureUrl(target, '/providers/Microsoft.Resources/tags/default', tagsVersion),
    body: JSON.stringify({ operation, properties: { tags } }),
    headers: json,
  }
}
