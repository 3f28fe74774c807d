/** Kubernetes clusters and their managed node groups. */
import * as z from 'zod'
import { attributes } from '../../../live-item.ts'
import { defineOperation, definePort } from '../define-port.ts'
import { everyPage } from '../every-page.ts'
import type { AwsSession } from '../session.ts'
import { arn, awsItem, dateSchema } from './item.ts'

const text = z.string()

/** A page of cluster names, which both operations begin with. */
async function listClusters(session: AwsSession, region: string, token: string | undefined) {
  const sdk = await session.load(() => import('@aws-sdk/client-eks'))
  const client = session.client('eks', region, (config) => new sdk.EKSClient(config))
  const listed = await session.call('eks:ListClusters', region, () =>
    client.send(new sdk.ListClustersCommand({ maxResults: 25, nextToken: token })),
  )
  return { sdk, client, listed }
}

const clusters = defineOperation({
  action: 'eks:ListClusters',
  reason: 'Lists Kubernetes clusters.',
  also: [{ action: 'eks:DescribeCluster', reason: 'Reads the version of each cluster.' }],
  schema: z.object({
    clusters: z.array(
      z.object({
        name: text.nullish(),
        arn: text,
        version: text.nullish(),
        status: text.nullish(),
        createdAt: dateSchema,
        resourcesVpcConfig: z.object({ endpointPublicAccess: z.boolean().nullish() }).nullish(),
        encryptionConfig: z.array(z.object({})).nullish(),
        tags: z.record(text, text).nullish(),
      }),
    ),
    nextToken: z.string().nullish(),
  }),
  async send(session, { region }, token) {
    const { sdk, client, listed } = await listClusters(session, region, token)
    const described = []
    for (const name of listed.clusters ?? []) {
      const { cluster } = await session.call('eks:DescribeCluster', region, () =>
        client.send(new sdk.DescribeClusterCommand({ name })),
      )
      if (cluster) described.push(cluster)
    }
    return { clusters: described, nextToken: listed.nextToken }
  },
  toItems: ({ clusters: items }, location) =>
    items.map((item) =>
      awsItem(location, {
        resource_id: item.arn,
        type: 'Kubernetes cluster',
        service: 'Amazon Elastic Kubernetes Service',
        name: item.name ?? '',
        state: item.status ?? '',
        created_at: item.createdAt,
        tags: item.tags ?? {},
        attributes: attributes({
          version: item.version,
          public_endpoint: item.resourcesVpcConfig?.endpointPublicAccess,
          secrets_encrypted: (item.encryptionConfig?.length ?? 0) > 0,
        }),
      }),
    ),
  nextToken: ({ nextToken }) => nextToken || undefined,
})

const nodeGroups = defineOperation({
  action: 'eks:ListNodegroups',
  reason: 'Lists the managed node groups of each cluster.',
  also: [{ action: 'eks:DescribeNodegroup', reason: 'Reads how many nodes each group has.' }],
  schema: z.object({
    groups: z.array(
      z.object({
        nodegroupArn: text,
        nodegroupName: text.nullish(),
        clusterName: text.nullish(),
        status: text.nullish(),
        createdAt: dateSchema,
        instanceTypes: z.array(text).nullish(),
        scalingConfig: z.object({ desiredSize: z.number().nullish() }).nullish(),
        tags: z.record(text, text).nullish(),
      }),
    ),
    nextToken: z.string().nullish(),
  }),
  async send(session, { region }, token) {
    const { sdk, client, listed } = await listClusters(session, region, token)
    const groups = []
    for (const clusterName of listed.clusters ?? []) {
      const action = 'eks:ListNodegroups'
      const pages = everyPage({ action, subject: `the cluster ${clusterName}` }, (nextToken) =>
        session.call(action, region, () => client.send(new sdk.ListNodegroupsCommand({ clusterName, nextToken }))),
      )
      for await (const { nodegroups } of pages)
        for (const nodegroupName of nodegroups ?? []) {
          const { nodegroup } = await session.call('eks:DescribeNodegroup', region, () =>
            client.send(new sdk.DescribeNodegroupCommand({ clusterName, nodegroupName })),
          )
          if (nodegroup) groups.push(nodegroup)
        }
    }
    return { groups, nextToken: listed.nextToken }
  },
  toItems: ({ groups }, location) =>
    groups.map((item) =>
      awsItem(location, {
        resource_id: item.nodegroupArn,
        type: 'Node pool',
        service: 'Amazon Elastic Kubernetes Service',
        name: item.nodegroupName ?? '',
        size: (item.instanceTypes ?? []).join(' '),
        state: item.status ?? '',
        created_at: item.createdAt,
        tags: item.tags ?? {},
        attributes: attributes({ nodes: item.scalingConfig?.desiredSize, cluster: item.clusterName }),
        relations: item.clusterName
          ? [{ kind: 'member_of', resource_id: arn(location, 'eks', `cluster/${item.clusterName}`) }]
          : [],
      }),
    ),
  nextToken: ({ nextToken }) => nextToken || undefined,
})

export const eksPort = definePort({
  dataset: 'eks',
  unlocks: 'Idle clusters and node pools, extended support',
  operations: [clusters, nodeGroups],
})
