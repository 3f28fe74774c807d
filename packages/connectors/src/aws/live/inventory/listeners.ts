/** Whether the listeners of a load balancer accept only encrypted connections. */
import type { SyncLocation } from '@kept/domain/sync/port.ts'
import { everyPage } from '../every-page.ts'
import type { AwsSession } from '../session.ts'

export const listenersAction = 'elasticloadbalancing:DescribeListeners'

interface Listener {
  Protocol?: string | null | undefined
  DefaultActions?:
    | { Type?: string | undefined; RedirectConfig?: { Protocol?: string | undefined } | undefined }[]
    | undefined
}

/** AWS lists listeners for one load balancer at a time. */
export async function listenersOf(
  session: AwsSession,
  { region }: SyncLocation,
  balancer: string,
): Promise<Listener[]> {
  const sdk = await session.load(() => import('@aws-sdk/client-elastic-load-balancing-v2'))
  const client = session.client('elbv2', region, (config) => new sdk.ElasticLoadBalancingV2Client(config))
  const listeners: Listener[] = []
  const pages = everyPage({ action: listenersAction, subject: balancer }, (Marker) =>
    session.call(listenersAction, region, () =>
      client.send(new sdk.DescribeListenersCommand({ LoadBalancerArn: balancer, PageSize: 100, Marker })),
    ),
  )
  for await (const { Listeners } of pages) listeners.push(...(Listeners ?? []))
  return listeners
}

/** Undefined when a listener passes bytes through (TCP, UDP): only what is behind it decides. */
export function isTlsOnly(listeners: readonly Listener[]): boolean | undefined {
  const encrypted = listeners.map(isEncrypted)
  if (encrypted.includes(false)) return false
  return encrypted.includes(undefined) ? undefined : true
}

function isEncrypted({ Protocol, DefaultActions }: Listener): boolean | undefined {
  if (/^(?:HTTPS|TLS|SSL)$/.test(Protocol ?? '')) return true
  if (Protocol !== 'HTTP') return undefined
  const [action] = DefaultActions ?? []
  return action?.Type === 'redirect' && action.RedirectConfig?.Protocol === 'HTTPS'
}
