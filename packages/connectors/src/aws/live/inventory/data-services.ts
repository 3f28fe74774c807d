/** Caches, data warehouses and queues. */
import * as z from 'zod'
import { attributes } from '../../../live-item.ts'
import { defineOperation, definePort } from '../define-port.ts'
import { arn, awsItem, dateSchema, tagListSchema } from './item.ts'
import { detailed, detailsSchema, readDetail } from './optional-read.ts'

const text = z.string()

const caches = defineOperation({
  action: 'elasticache:DescribeCacheClusters',
  reason: 'Lists caches, and whether they are encrypted in transit.',
  schema: z.object({
    CacheClusters: z
      .array(
        z.object({
          ARN: text.nullish(),
          CacheClusterId: text,
          CacheNodeType: text.nullish(),
          CacheClusterStatus: text.nullish(),
          CacheClusterCreateTime: dateSchema,
          Engine: text.nullish(),
          EngineVersion: text.nullish(),
          NumCacheNodes: z.number().nullish(),
          ReplicationGroupId: text.nullish(),
          TransitEncryptionEnabled: z.boolean().nullish(),
          AtRestEncryptionEnabled: z.boolean().nullish(),
        }),
      )
      .nullish(),
    Marker: text.nullish(),
  }),
  async send(session, { region }, token) {
    const sdk = await session.load(() => import('@aws-sdk/client-elasticache'))
    const client = session.client('elasticache', region, (config) => new sdk.ElastiCacheClient(config))
    return session.call('elasticache:DescribeCacheClusters', region, () =>
      client.send(new sdk.DescribeCacheClustersCommand({ MaxRecords: 100, Marker: token })),
    )
  },
  toItems: ({ CacheClusters }, location) =>
    (CacheClusters ?? []).map((cache) =>
      awsItem(location, {
        resource_id: cache.ARN ?? arn(location, 'elasticache', `cluster:${cache.CacheClusterId}`),
        type: 'Cache',
        service: 'Amazon ElastiCache',
        name: cache.CacheClusterId,
        size: cache.CacheNodeType ?? '',
        state: cache.CacheClusterStatus ?? '',
        created_at: cache.CacheClusterCreateTime,
        attributes: attributes({
          engine: cache.Engine,
          engine_version: cache.EngineVersion,
          nodes: cache.NumCacheNodes,
          replication_group: cache.ReplicationGroupId,
          transit_encrypted: cache.TransitEncryptionEnabled,
          encrypted: cache.AtRestEncryptionEnabled,
        }),
      }),
    ),
  nextToken: ({ Marker }) => Marker || undefined,
})

export const cachesPort = definePort({
  dataset: 'caches',
  unlocks: 'Unused and oversized caches, and those that accept unencrypted connections',
  operations: [caches],
})

const warehouses = defineOperation({
  action: 'redshift:DescribeClusters',
  reason: 'Lists data warehouses, and whether they are public and encrypted.',
  schema: z.object({
    Clusters: z
      .array(
        z.object({
          ClusterIdentifier: text,
          NodeType: text.nullish(),
          NumberOfNodes: z.number().nullish(),
          ClusterStatus: text.nullish(),
          ClusterCreateTime: dateSchema,
          Encrypted: z.boolean().nullish(),
          PubliclyAccessible: z.boolean().nullish(),
          Tags: tagListSchema,
        }),
      )
      .nullish(),
    Marker: text.nullish(),
  }),
  async send(session, { region }, token) {
    const sdk = await session.load(() => import('@aws-sdk/client-redshift'))
    const client = session.client('redshift', region, (config) => new sdk.RedshiftClient(config))
    return session.call('redshift:DescribeClusters', region, () =>
      client.send(new sdk.DescribeClustersCommand({ MaxRecords: 100, Marker: token })),
    )
  },
  toItems: ({ Clusters }, location) =>
    (Clusters ?? []).map((cluster) =>
      awsItem(location, {
        resource_id: arn(location, 'redshift', `cluster:${cluster.ClusterIdentifier}`),
        type: 'Data warehouse',
        service: 'Amazon Redshift',
        name: cluster.ClusterIdentifier,
        size: cluster.NodeType ?? '',
        state: cluster.ClusterStatus ?? '',
        created_at: cluster.ClusterCreateTime,
        tags: cluster.Tags,
        attributes: attributes({
          nodes: cluster.NumberOfNodes,
          encrypted: cluster.Encrypted,
          public: cluster.PubliclyAccessible,
        }),
      }),
    ),
  nextToken: ({ Marker }) => Marker || undefined,
})

export const warehousesPort = definePort({
  dataset: 'warehouses',
  unlocks: 'Unused data warehouses, and public and unencrypted ones',
  operations: [warehouses],
})

/** What SQS charges for a request after the first million of a month, in nano-dollars: $0.40 for a million. */
const queueRequestNanos = 400
const encryptionAttributes = ['SqsManagedSseEnabled', 'KmsMasterKeyId'] as const

const queues = defineOperation({
  action: 'sqs:ListQueues',
  reason: 'Lists queues.',
  also: [{ action: 'sqs:GetQueueAttributes', reason: 'Reads whether a queue is encrypted. Messages stay unread.' }],
  schema: z.object({
    Queues: z.array(z.object({ Name: text, Details: detailsSchema })),
    NextToken: text.nullish(),
  }),
  async send(session, { region }, token) {
    const sdk = await session.load(() => import('@aws-sdk/client-sqs'))
    const client = session.client('sqs', region, (config) => new sdk.SQSClient(config))
    const listed = await session.call('sqs:ListQueues', region, () =>
      client.send(new sdk.ListQueuesCommand({ MaxResults: 100, NextToken: token })),
    )
    session.charge(queueRequestNanos)
    const Queues = []
    for (const QueueUrl of detailed(session, listed.QueueUrls)) {
      // The policy of a queue may refuse what that of Kept allows.
      const Details = await readDetail(session, 'encrypted', async () => {
        session.charge(queueRequestNanos)
        const { Attributes } = await session.call('sqs:GetQueueAttributes', region, () =>
          client.send(new sdk.GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...encryptionAttributes] })),
        )
        return Attributes?.SqsManagedSseEnabled === 'true' || Boolean(Attributes?.KmsMasterKeyId)
      })
      Queues.push({ Name: QueueUrl.replace(/^.*\//, ''), Details })
    }
    return { Queues, NextToken: listed.NextToken }
  },
  toItems: ({ Queues }, location) =>
    Queues.map((queue) =>
      awsItem(location, {
        resource_id: arn(location, 'sqs', queue.Name),
        type: 'Queue',
        service: 'Amazon Simple Queue Service',
        name: queue.Name,
        state: 'active',
        attributes: attributes({ ...queue.Details, encrypted: queue.Details?.encrypted }),
      }),
    ),
  nextToken: ({ NextToken }) => NextToken || undefined,
})

export const queuesPort = definePort({ dataset: 'queues', unlocks: 'Queues without encryption', operations: [queues] })
