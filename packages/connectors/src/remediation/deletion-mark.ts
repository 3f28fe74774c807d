/**
 * The mark on a resource that waits to be deleted: a tag with the instant. It changes nothing else of the resource, so the
 * state of a remedy leaves it out. Anyone who removes it keeps the resource.
 */
import type { DeletionMarks, RemediationTarget } from '@kept/domain/remediation.ts'
import { type Carrier, type CloudRequest, type DeletionMarking, requestText, waitUntil } from './remedy.ts'

/** The tag on AWS and Azure. */
export const deletionTag = 'kept:delete-after'
/** Google Cloud allows no colon in a label. */
export const deletionLabel = 'kept-delete-after'

export function openMarks(
  { read, requests, isRemoved, lastUse }: DeletionMarking,
  target: RemediationTarget,
  send: CloudRequest,
  wait: Carrier['wait'],
): DeletionMarks {
  const requestsFor: DeletionMarks['requests'] = async (mark, signal) => {
    const now = await read(send, target, signal)
    return now === undefined || now.mark === mark ? [] : requests(send, target, mark, signal)
  }
  return {
    requests: requestsFor,
    async write(mark, signal) {
      const needed = await requestsFor(mark, signal)
      for (const request of needed) await requestText(send, request, signal)
      if (needed.length === 0) return
      await waitUntil({ wait }, { what: `Marking ${target.name}`, maxMinutes: 5 }, async () => {
        const now = await read(send, target, signal)
        return now === undefined || now.mark === mark
      })
    },
    read: (signal) => read(send, target, signal),
    isRemoved: async (signal) =>
      isRemoved ? isRemoved(send, target, signal) : (await read(send, target, signal)) === undefined,
    lastUse: async (window, signal) => (lastUse ? lastUse(send, target, window, signal) : null),
  }
}

/** Tags or labels without the mark: those of the owner. */
export function withoutMark<Value>(tags: Readonly<Record<string, Value>>): Record<string, Value> {
  const { [deletionTag]: _tag, [deletionLabel]: _label, ...own } = tags
  return own
}
