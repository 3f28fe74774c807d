/** Where API keys are used from: the last address, and an event for each network that is new for a key. */
import type { Scope } from '@kept/domain/scope.ts'
import { noteAudit } from '@kept/store/audit/record.ts'
import { touchApiKey } from '@kept/store/people/api-keys.ts'
import { isFirst } from '../platform/audit/first-of.ts'
import type { Services } from '../platform/context.ts'
import { ipv6Network } from '../platform/network-block.ts'
import { plainAddress } from '../platform/policies.ts'

const everyMs = 60_000
const refusalMs = 15 * 60_000
/** A key that moves through more networks than this is used from everywhere; the oldest are forgotten. */
const MAX_NETWORKS = 50

interface UsedKey {
  id: string
  name: string
  ip: string
  networks: readonly string[]
  last_used_at: Date | null
}

export async function noteKeyUse(services: Services, scope: Scope, key: UsedKey): Promise<void> {
  const { database } = services.state
  const now = services.now()
  const { id, name, networks } = key
  const from = plainAddress(key.ip)
  const network = networkOf(from)
  if (networks.includes(network)) {
    if (!key.last_used_at || now.getTime() - key.last_used_at.getTime() >= everyMs)
      await touchApiKey(database, scope, { id, from }, now)
    return
  }
  await touchApiKey(database, scope, { id, from, networks: [...networks, network].slice(-MAX_NETWORKS) }, now)
  if (networks.length === 0) return
  await noteAudit(database, scope, {
    action: 'api_key.used_from_new_network',
    actor: { kind: 'api_key', id, name: `API key "${name}"` },
    target: id,
    summary: `The API key "${name}" was used from a new network: ${from}.`,
    at: now,
    ip: from,
  })
}

/** A key that a policy or its own address ranges keep out: the first refusal in a quarter of an hour. */
export async function noteRefusedKey(
  services: Services,
  scope: Scope,
  { id, name, ip, reason }: { id: string; name: string; ip: string; reason: string },
): Promise<void> {
  const now = services.now()
  if (!isFirst(`key ${id} ${ip}`, now, refusalMs)) return
  await noteAudit(services.state.database, scope, {
    action: 'api_key.refused_by_policy',
    outcome: 'denied',
    actor: { kind: 'api_key', id, name: `API key "${name}"` },
    target: id,
    summary: reason,
    at: now,
    ip: plainAddress(ip),
  })
}

/** A /24 of IPv4, a /64 of IPv6. */
function networkOf(address: string): string {
  if (!address.includes(':')) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  return `${ipv6Network(address)}::/64`
}
