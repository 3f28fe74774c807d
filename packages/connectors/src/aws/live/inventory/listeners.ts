/** What the listeners of a load balancer say: whether they encrypt, and whether they answer without any target. */
import type { SyncLocation } from '@kept/domain/sync/port.ts'
import { everyPage } from '../every-page.ts'
import type { AwsSession } from '../session.ts'

export const listenersAction = 'elasticloadbalancing:DescribeListeners'

export const rulesAction = 'elasticloadbalancing:DescribeRules'

interface ListenerAction {
  Type?: string | undefined
  RedirectConfig?: { Protocol?: string | undefined } | undefined
  FixedResponseConfig?: { StatusCode?: string | undefined } | undefined
}

export interface Listener {
  ListenerArn?: string | undefined
  Protocol?: string | null | undefined
  DefaultActions?: ListenerAction[] | undefined
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

/** The actions of all rules of a listener, its default one among them. */
export async function ruleActionsOf(
  session: AwsSession,
  { region }: SyncLocation,
  { ListenerArn }: Listener,
): Promise<ListenerAction[]> {
  if (ListenerArn === undefined) return []
  const sdk = await session.load(() => import('@aws-sdk/client-elastic-load-balancing-v2'))
  const client = session.client('elbv2', region, (config) => new sdk.ElasticLoadBalancingV2Client(config))
  const actions: ListenerAction[] = []
  const pages = everyPage({ action: rulesAction, subject: ListenerArn }, (Marker) =>
    session.call(rulesAction, region, () =>
      client.send(new sdk.DescribeRulesCommand({ ListenerArn, PageSize: 100, Marker })),
    ),
  )
  for await (const { Rules } of pages) for (const { Actions } of Rules ?? []) actions.push(...(Actions ?? []))
  return actions
}

/**
 * Whether a request gets an answer where nothing is registered: a redirect, or a response that is no error. Rules are read
 * only where no default action says so, because AWS lists them for one listener at a time.
 */
export async function answersItself(
  listeners: readonly Listener[],
  rulesOf: (listener: Listener) => Promise<readonly ListenerAction[]>,
): Promise<boolean> {
  if (listeners.some(({ DefaultActions }) => DefaultActions?.some(isAnswer))) return true
  for (const listener of listeners) if ((await rulesOf(listener)).some(isAnswer)) return true
  return false
}

function isAnswer({ Type, FixedResponseConfig }: ListenerAction): boolean {
  if (Type === 'redirect') return true
  return Type === 'fixed-response' && /^[23]/.test(FixedResponseConfig?.StatusCode ?? '')
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
