/** The mark of resources of Compute Engine that wait to be deleted. Labels are set all at once, with their fingerprint. */
import type { RemediationTarget } from '@kept/domain/remediation.ts'
import { deletionLabel, withoutMark } from '../deletion-mark.ts'
import type { CloudRequest, DeletionMarking } from '../remedy.ts'
import { json } from './address.ts'

interface LabeledAnswer {
  name: string
  labels?: Record<string, string>
  labelFingerprint?: string
  /** Of disks; addresses have none. */
  lastAttachTimestamp?: string
  lastDetachTimestamp?: string
}

interface LabeledKind {
  find(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal): Promise<LabeledAnswer | undefined>
  urlOf(target: RemediationTarget, name: string): string
  isRemoved?: DeletionMarking['isRemoved']
}

export function googleMarking({ find, urlOf, isRemoved }: LabeledKind): DeletionMarking {
  return {
    ...(isRemoved && { isRemoved }),
    async read(send, target, signal) {
      const existing = await find(send, target, signal)
      return existing && { mark: existing.labels?.[deletionLabel] ?? null, last_used_at: lastUseOf(existing) }
    },
    async requests(send, target, mark, signal) {
      const existing = await find(send, target, signal)
      if (!existing) return []
      const labels = { ...withoutMark(existing.labels ?? {}), ...(mark !== null && { [deletionLabel]: mark }) }
      const body = JSON.stringify({ labels, labelFingerprint: existing.labelFingerprint ?? '' })
      return [{ method: 'POST', url: `${urlOf(target, existing.name)}/setLabels`, body, headers: json }]
    },
  }
}

function lastUseOf({ lastAttachTimestamp, lastDetachTimestamp }: LabeledAnswer): string | null {
  const times = [lastAttachTimestamp, lastDetachTimestamp].flatMap((time) => (time ? [Date.parse(time)] : []))
  return times.length === 0 ? null : new Date(Math.max(...times)).toISOString()
}
