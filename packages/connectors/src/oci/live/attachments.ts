/** Which volumes are attached: a volume does not say so itself. Read with the page that needs it, after a restart too. */
import type { LivePermission, SyncLocation } from '@kept/domain/sync/port.ts'
import * as z from 'zod'
import { readList } from './define-port.ts'
import type { OciSession } from './session.ts'

export const attachmentPermission: LivePermission = {
  action: 'inspect volume-attachments',
  reason: 'Lists what volumes are attached to.',
}

const schema = z.object({
  instanceId: z.string(),
  volumeId: z.string().nullish(),
  bootVolumeId: z.string().nullish(),
  lifecycleState: z.string().nullish(),
})
const domainsSchema = z.array(z.object({ name: z.string() }))

/** The instance by volume, of one compartment and region. */
export function attachmentsOf(session: OciSession, location: SyncLocation): Promise<ReadonlyMap<string, string>> {
  const key = `${location.accountId} ${location.region}`
  const existing = session.attachments.get(key)
  if (existing) return existing
  const reading = readAttachments(session, location)
  session.attachments.set(key, reading)
  reading.catch(() => session.attachments.delete(key))
  return reading
}

async function readAttachments(session: OciSession, location: SyncLocation): Promise<ReadonlyMap<string, string>> {
  const instances = new Map<string, string>()
  const readAll = async (path: string, query: string) => {
    let token: string | undefined
    do {
      const list = { permission: attachmentPermission, service: 'iaas' as const, path, query, schema }
      const page = await readList(session, list, location, token)
      for (const entry of z.array(schema).parse(page.entries)) {
        const volume = entry.volumeId ?? entry.bootVolumeId
        if (volume && (entry.lifecycleState === 'ATTACHED' || entry.lifecycleState === 'ATTACHING'))
          instances.set(volume, entry.instanceId)
      }
      token = page.next
    } while (token !== undefined)
  }
  await readAll('/20160918/volumeAttachments', '')
  for (const domain of await availabilityDomains(session, location.region))
    await readAll('/20160918/bootVolumeAttachments', `&availabilityDomain=${encodeURIComponent(domain)}`)
  return instances
}

async function availabilityDomains(session: OciSession, region: string): Promise<string[]> {
  const path = `/20160918/availabilityDomains?compartmentId=${encodeURIComponent(session.access.tenancy)}`
  const { body } = await session.list('inspect compartments', { service: 'identity', region, path })
  return domainsSchema.parse(body).map(({ name }) => name)
}
