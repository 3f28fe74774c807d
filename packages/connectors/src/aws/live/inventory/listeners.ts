/** Whether the listeners of a load balancer accept only encrypted connections. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { SyncLocation } from '@kept/domain/sync/port.ts'
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
  let marker: string | undefined
  do {
    const { Listeners, NextMarker } = await session.call(listenersAction, region, () =>
      client.send(new sdk.DescribeListenersCommand({ LoadBalancerArn: balancer, PageSize: 100, Marker: marker })),
    )
    listeners.push(...(Listeners ?? []))
    if (NextMarker && NextMarker === marker)
      throw new SyncFailure('unexpected', `The listeners of ${balancer} were returned twice.`, {
        action: listenersAction,
      })
    marker = NextMarker || undefined
  } while (marker !== undefined)
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
