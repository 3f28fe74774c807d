/** Load balancers of both generations, with how many targets they have. */
import type { SyncLocation } from '@kept/domain/sync/port.ts'
import * as z from 'zod'
import { attributes } from '../../../live-item.ts'
import { defineOperation, definePort } from '../define-port.ts'
import { everyPage } from '../every-page.ts'
import type { AwsSession } from '../session.ts'
import { arn, awsItem, dateSchema } from './item.ts'
import {
  answersItself,
  isTlsOnly,
  type Listener,
  listenersAction,
  listenersOf,
  ruleActionsOf,
  rulesAction,
} from './listeners.ts'
import { type Details, detailed, detailsSchema, readDetail } from './optional-read.ts'

const service = 'Elastic Load Balancing'
const text = z.string()

async function elbv2(session: AwsSession, { region }: SyncLocation) {
  const sdk = await session.load(() => import('@aws-sdk/client-elastic-load-balancing-v2'))
  return { sdk, client: session.client('elbv2', region, (config) => new sdk.ElasticLoadBalancingV2Client(config)) }
}

const loadBalancers = defineOperation({
  action: 'elasticloadbalancing:DescribeLoadBalancers',
  reason: 'Lists load balancers, to find those without targets.',
  also: [
    {
      action: 'elasticloadbalancing:DescribeTargetGroups',
      reason: 'Lists the target groups of each load balancer.',
    },
    { action: 'elasticloadbalancing:DescribeTargetHealth', reason: 'Counts the registered targets.' },
    {
      action: listenersAction,
      reason:
        'Reads whether a load balancer accepts unencrypted connections, and whether one without targets redirects.',
    },
    { action: rulesAction, reason: 'Reads whether a load balancer without targets answers by its rules.' },
  ],
  schema: z.object({
    LoadBalancers: z
      .array(
        z.object({
          LoadBalancerArn: text,
          LoadBalancerName: text.nullish(),
          Type: text.nullish(),
          Scheme: text.nullish(),
          State: z.object({ Code: text.nullish() }).nullish(),
          CreatedTime: dateSchema,
          VpcId: text.nullish(),
        }),
      )
      .nullish(),
    NextMarker: z.string().nullish(),
    /** Added by `send`: the registered targets of each load balancer, by its ARN. */
    Targets: z.record(text, z.array(text)).optional(),
    Details: z.record(text, detailsSchema).optional(),
  }),
  async send(session, location, token) {
    const { sdk, client } = await elbv2(session, location)
    const { region } = location
    const answer = await session.call('elasticloadbalancing:DescribeLoadBalancers', region, () =>
      client.send(new sdk.DescribeLoadBalancersCommand({ PageSize: 100, Marker: token })),
    )
    const Targets: Record<string, string[]> = {}
    const Details: Record<string, Details> = {}
    for (const { LoadBalancerArn: balancer, Type } of detailed(session, answer.LoadBalancers)) {
      if (!balancer) continue
      const targets = await targetsOf(session, location, balancer)
      Targets[balancer] = targets
      // A check asks for the rules anyway: it is about the permission.
      const readsRules = mayAnswer({ Type }, session.probe ? [] : targets)
      Details[balancer] = await listenerDetails(session, location, { balancer, readsRules })
    }
    return { ...answer, Targets, Details }
  },
  toItems: ({ LoadBalancers, Targets, Details }, location) =>
    (LoadBalancers ?? []).map((balancer) => {
      const targets = Targets?.[balancer.LoadBalancerArn]
      const details = Details?.[balancer.LoadBalancerArn]
      return awsItem(location, {
        resource_id: balancer.LoadBalancerArn,
        type: 'Load balancer',
        service,
        name: balancer.LoadBalancerName ?? '',
        state: balancer.State?.Code ?? '',
        created_at: balancer.CreatedTime,
        attributes: attributes({
          kind: balancer.Type,
          scheme: balancer.Scheme,
          vpc: balancer.VpcId,
          backends: targets?.length,
          ...details,
          tls_only: details?.tls_only,
          answers_itself: mayAnswer(balancer, targets) ? (details?.answers_itself ?? 'unknown') : undefined,
        }),
      })
    }),
  nextToken: ({ NextMarker }) => NextMarker || undefined,
})

/** Only this type answers by itself, and it matters only without targets. */
function mayAnswer({ Type }: { Type?: string | null | undefined }, targets: readonly string[] | undefined): boolean {
  return Type === 'application' && targets?.length === 0
}

async function listenerDetails(
  session: AwsSession,
  location: SyncLocation,
  { balancer, readsRules }: { balancer: string; readsRules: boolean },
): Promise<Details> {
  const listeners = listenersOf(session, location, balancer)
  const tlsOnly = await readDetail(session, 'tls_only', async () => isTlsOnly(await listeners))
  if (!readsRules) return tlsOnly
  const rulesOf = (listener: Listener) => ruleActionsOf(session, location, listener)
  const answers = await readDetail(session, 'answers_itself', async () => {
    const all = await listeners
    if (session.probe && all[0]) await rulesOf(all[0])
    return answersItself(all, rulesOf)
  })
  return { ...tlsOnly, ...answers }
}

async function targetsOf(session: AwsSession, location: SyncLocation, balancer: string): Promise<string[]> {
  const { sdk, client } = await elbv2(session, location)
  const { region } = location
  const targets: string[] = []
  const action = 'elasticloadbalancing:DescribeTargetGroups'
  const pages = everyPage({ action, subject: balancer }, (Marker) =>
    session.call(action, region, () =>
      client.send(new sdk.DescribeTargetGroupsCommand({ LoadBalancerArn: balancer, Marker })),
    ),
  )
  for await (const { TargetGroups } of pages) {
    for (const { TargetGroupArn } of TargetGroups ?? []) {
      const { TargetHealthDescriptions } = await session.call('elasticloadbalancing:DescribeTargetHealth', region, () =>
        client.send(new sdk.DescribeTargetHealthCommand({ TargetGroupArn })),
      )
      for (const { Target } of TargetHealthDescriptions ?? []) if (Target?.Id) targets.push(Target.Id)
    }
  }
  return targets
}

const classicLoadBalancers = defineOperation({
  action: 'elasticloadbalancing:DescribeLoadBalancers',
  reason: 'Lists load balancers, to find those without targets.',
  schema: z.object({
    LoadBalancerDescriptions: z
      .array(
        z.object({
          LoadBalancerName: text,
          CreatedTime: dateSchema,
          Scheme: text.nullish(),
          VPCId: text.nullish(),
          Instances: z.array(z.object({ InstanceId: text.nullish() })).nullish(),
          ListenerDescriptions: z
            .array(z.object({ Listener: z.object({ Protocol: text.nullish() }).nullish() }))
            .nullish(),
        }),
      )
      .nullish(),
    NextMarker: z.string().nullish(),
  }),
  async send(session, { region }, token) {
    const sdk = await session.load(() => import('@aws-sdk/client-elastic-load-balancing'))
    const client = session.client('elb', region, (config) => new sdk.ElasticLoadBalancingClient(config))
    return session.call('elasticloadbalancing:DescribeLoadBalancers', region, () =>
      client.send(new sdk.DescribeLoadBalancersCommand({ PageSize: 100, Marker: token })),
    )
  },
  toItems: ({ LoadBalancerDescriptions }, location) =>
    (LoadBalancerDescriptions ?? []).map((balancer) =>
      awsItem(location, {
        resource_id: arn(location, 'elasticloadbalancing', `loadbalancer/${balancer.LoadBalancerName}`),
        type: 'Load balancer',
        service,
        name: balancer.LoadBalancerName,
        state: 'active',
        created_at: balancer.CreatedTime,
        attributes: attributes({
          kind: 'classic',
          scheme: balancer.Scheme,
          vpc: balancer.VPCId,
          backends: balancer.Instances?.length ?? 0,
          tls_only: isTlsOnly((balancer.ListenerDescriptions ?? []).flatMap(({ Listener }) => Listener ?? [])),
        }),
      }),
    ),
  nextToken: ({ NextMarker }) => NextMarker || undefined,
})

export const elbPort = definePort({
  dataset: 'elb',
  unlocks: 'Load balancers without targets or requests',
  operations: [loadBalancers, classicLoadBalancers],
})
