/** The regions and compartments of a tenancy. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { parseAnswer } from '@kept/domain/sync/operations.ts'
import type { DiscoveredAccount, LivePermission } from '@kept/domain/sync/port.ts'
import * as z from 'zod'
import type { OciSession } from './session.ts'

const compartmentsAction = 'inspect compartments'
const regionsAction = 'inspect tenancies'

export const discoverPermissions: readonly LivePermission[] = [
  { action: regionsAction, reason: 'Lists the regions that the tenancy uses.' },
  { action: compartmentsAction, reason: 'Lists compartments and availability domains.' },
]

const regionsSchema = z.array(z.object({ regionName: z.string(), status: z.string().nullish() }))
const compartmentsSchema = z.array(
  z.object({ id: z.string(), name: z.string().nullish(), lifecycleState: z.string().nullish() }),
)

export async function listRegions(session: OciSession): Promise<string[]> {
  const { tenancy, region } = session.access
  const path = `/20160918/tenancies/${encodeURIComponent(tenancy)}/regionSubscriptions?limit=100`
  const { body } = await session.list(regionsAction, { service: 'identity', region, path })
  return parseAnswer(regionsAction, regionsSchema, body)
    .filter(({ status }) => status !== 'IN_PROGRESS')
    .map(({ regionName }) => regionName)
}

/** With the root, which is the tenancy itself. */
export async function listCompartments(session: OciSession): Promise<DiscoveredAccount[]> {
  const { tenancy, region } = session.access
  const path = `/20160918/compartments?compartmentId=${encodeURIComponent(tenancy)}&compartmentIdInSubtree=true&limit=100`
  const compartments: DiscoveredAccount[] = [{ id: tenancy, name: 'root' }]
  let token: string | undefined
  do {
    const page = await session.list(compartmentsAction, { service: 'identity', region, path, token })
    for (const { id, name, lifecycleState } of parseAnswer(compartmentsAction, compartmentsSchema, page.body))
      if (lifecycleState === 'ACTIVE') compartments.push({ id, name: name ?? id })
    if (page.next !== undefined && page.next === token)
      throw new SyncFailure('unexpected', 'Oracle Cloud returned the same page of compartments twice.', {
        action: compartmentsAction,
      })
    token = page.next
  } while (token !== undefined)
  return compartments
}
