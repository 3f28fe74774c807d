/** Tables, container services, clusters and buckets: a list of names, then one request for each. */
import type { LivePermission } from '@kept/domain/sync/port.ts'
import * as z from 'zod'
import { defineOperation, definePort } from '../define-port.ts'
import { attributes, awsItem, dateSchema, tagListSchema } from './item.ts'

const text = z.string()

const tables = defineOperation({
  action: 'dynamodb:ListTables',
  reason: 'Lists tables.',
  also: [{ action: 'dynamodb:DescribeTable', reason: 'Reads the provisioned capacity of each table.' }],
  schema: z.object({
    Tables: z.array(
      z.object({
        TableName: text.nullish(),
        TableArn: text,
        TableStatus: text.nullish(),
        TableSizeBytes: z.number().nullish(),
        DeletionProtectionEnabled: z.boolean().nullish(),
        SSEDescription: z.object({ Status: text.nullish() }).nullish(),
        CreationDateTime: dateSchema,
        BillingModeSummary: z.object({ BillingMode: text.nullish() }).nullish(),
        ProvisionedThroughput: z
          .object({ ReadCapacityUnits: z.number().nullish(), WriteCapacityUnits: z.number().nullish() })
          .nullish(),
      }),
    ),
    LastEvaluatedTableName: z.string().nullish(),
  }),
  async send(session, { region }, token) {
    const sdk = await session.load(() => import('@aws-sdk/client-dynamodb'))
    const client = session.client('dynamodb', region, (config) => new sdk.DynamoDBClient(config))
    const { TableNames, LastEvaluatedTableName } = await session.call('dynamodb:ListTables', region, () =>
      client.send(new sdk.ListTablesCommand({ Limit: 25, ExclusiveStartTableName: token })),
    )
    const Tables = []
    for (const TableName of TableNames ?? []) {
      const { Table } = await session.call('dynamodb:DescribeTable', region, () =>
        client.send(new sdk.DescribeTableCommand({ TableName })),
      )
      if (Table) Tables.push(Table)
    }
    return { Tables, LastEvaluatedTableName }
  },
  toItems: ({ Tables }, location) =>
    Tables.map((table) =>
      awsItem(location, {
        resource_id: table.TableArn,
        type: 'Table',
        service: 'Amazon DynamoDB',
        name: table.TableName ?? '',
        state: table.TableStatus ?? '',
        created_at: table.CreationDateTime,
        attributes: attributes({
          billing_mode: table.BillingModeSummary?.BillingMode ?? 'PROVISIONED',
          read_capacity: table.ProvisionedThroughput?.ReadCapacityUnits,
          write_capacity: table.ProvisionedThroughput?.WriteCapacityUnits,
          stored_bytes: table.TableSizeBytes,
          deletion_protection: table.DeletionProtectionEnabled,
          encrypted: table.SSEDescription?.Status === 'ENABLED',
        }),
      }),
    ),
  nextToken: ({ LastEvaluatedTableName }) => LastEvaluatedTableName || undefined,
})

export const dynamodbPort = definePort({ dataset: 'dynamodb', unlocks: 'Unused table capacity', operations: [tables] })

/** The cursor of a list within a list: one cluster, and the page of its services. */
const containerServices = defineOperation({
  action: 'ecs:ListClusters',
  reason: 'Lists container clusters.',
  also: [
    { action: 'ecs:ListServices', reason: 'Lists the services of each cluster.' },
    { action: 'ecs:DescribeServices', reason: 'Reads how many tasks each service runs.' },
  ],
  schema: z.object({
    services: z.array(
      z.object({
        serviceArn: text,
        serviceName: text.nullish(),
        clusterArn: text.nullish(),
        status: text.nullish(),
        launchType: text.nullish(),
        desiredCount: z.number().nullish(),
        runningCount: z.number().nullish(),
        createdAt: dateSchema,
      }),
    ),
    nextToken: z.string().nullish(),
  }),
  async send(session, { region }, token) {
    const sdk = await session.load(() => import('@aws-sdk/client-ecs'))
    const client = session.client('ecs', region, (config) => new sdk.ECSClient(config))
    const { clusterArns, nextToken } = await session.call('ecs:ListClusters', region, () =>
      client.send(new sdk.ListClustersCommand({ maxResults: 10, nextToken: token })),
    )
    const services = []
    for (const cluster of clusterArns ?? []) {
      let page: string | undefined
      do {
        const listed = await session.call('ecs:ListServices', region, () =>
          client.send(new sdk.ListServicesCommand({ cluster, maxResults: 10, nextToken: page })),
        )
        if (listed.serviceArns?.length) {
          const described = await session.call('ecs:DescribeServices', region, () =>
            client.send(new sdk.DescribeServicesCommand({ cluster, services: listed.serviceArns })),
          )
          services.push(...(described.services ?? []))
        }
        page = listed.nextToken || undefined
      } while (page !== undefined)
    }
    return { services, nextToken }
  },
  toItems: ({ services }, location) =>
    services
      .filter(({ status }) => status !== 'INACTIVE')
      .map((item) =>
        awsItem(location, {
          resource_id: item.serviceArn,
          type: 'Container service',
          service: 'Amazon Elastic Container Service',
          name: item.serviceName ?? '',
          state: item.status ?? '',
          created_at: item.createdAt,
          attributes: attributes({
            launch_type: item.launchType,
            desired_count: item.desiredCount,
            running_count: item.runningCount,
          }),
          relations: item.clusterArn ? [{ kind: 'member_of', resource_id: item.clusterArn }] : [],
        }),
      ),
  nextToken: ({ nextToken }) => nextToken || undefined,
})

export const ecsPort = definePort({
  dataset: 'ecs',
  unlocks: 'Oversized container services',
  operations: [containerServices],
})

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
    const sdk = await session.load(() => import('@aws-sdk/client-eks'))
    const client = session.client('eks', region, (config) => new sdk.EKSClient(config))
    const listed = await session.call('eks:ListClusters', region, () =>
      client.send(new sdk.ListClustersCommand({ maxResults: 25, nextToken: token })),
    )
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

export const eksPort = definePort({
  dataset: 'eks',
  unlocks: 'Idle clusters and extended support',
  operations: [clusters],
})

const bucketReads: readonly LivePermission[] = [
  { action: 's3:GetBucketLocation', reason: 'Reads the region of each bucket.' },
  { action: 's3:GetLifecycleConfiguration', reason: 'Reads whether old objects move to cheaper storage.' },
  { action: 's3:GetBucketTagging', reason: 'Reads the tags of each bucket.' },
]

const buckets = defineOperation({
  action: 's3:ListAllMyBuckets',
  reason: 'Lists buckets.',
  also: bucketReads,
  schema: z.object({
    Buckets: z
      .array(
        z.object({
          Name: text,
          CreationDate: dateSchema,
          /** Added by `send`. */
          Region: text.optional(),
          Rules: z.number().optional(),
          TagSet: tagListSchema,
        }),
      )
      .nullish(),
    ContinuationToken: z.string().nullish(),
  }),
  async send(session, { accountId }, token) {
    const sdk = await session.load(() => import('@aws-sdk/client-s3'))
    const home = session.homeRegion
    const client = session.client('s3', home, (config) => new sdk.S3Client(config))
    const owner = { ExpectedBucketOwner: accountId }
    const answer = await session.call('s3:ListAllMyBuckets', home, () =>
      client.send(new sdk.ListBucketsCommand({ MaxBuckets: 100, ContinuationToken: token })),
    )
    const Buckets = []
    for (const bucket of answer.Buckets ?? []) {
      const Bucket = bucket.Name
      const { LocationConstraint } = await session.call('s3:GetBucketLocation', home, () =>
        client.send(new sdk.GetBucketLocationCommand({ Bucket, ...owner })),
      )
      const region = regionOf(LocationConstraint, home)
      // Another region answers with a redirect, which Kept does not follow.
      const regional = session.client('s3', region, (config) => new sdk.S3Client(config))
      const lifecycle = await noneWhenMissing(() =>
        session.call('s3:GetLifecycleConfiguration', region, () =>
          regional.send(new sdk.GetBucketLifecycleConfigurationCommand({ Bucket, ...owner })),
        ),
      )
      const tagging = await noneWhenMissing(() =>
        session.call('s3:GetBucketTagging', region, () =>
          regional.send(new sdk.GetBucketTaggingCommand({ Bucket, ...owner })),
        ),
      )
      Buckets.push({ ...bucket, Region: region, Rules: lifecycle?.Rules?.length ?? 0, TagSet: tagging?.TagSet })
    }
    return { Buckets, ContinuationToken: answer.ContinuationToken }
  },
  toItems: ({ Buckets }, location) =>
    (Buckets ?? []).map((bucket) =>
      awsItem(
        { ...location, region: bucket.Region ?? '' },
        {
          resource_id: bucket.Name,
          type: 'Bucket',
          service: 'Amazon Simple Storage Service',
          name: bucket.Name,
          state: 'active',
          created_at: bucket.CreationDate,
          tags: bucket.TagSet,
          attributes: attributes({ lifecycle_rules: bucket.Rules }),
        },
      ),
    ),
  nextToken: ({ ContinuationToken }) => ContinuationToken || undefined,
})

/** The first regions have names of their own. */
function regionOf(constraint: string | undefined, home: string): string {
  // Only the oldest region names none; those of China and GovCloud always do.
  if (!constraint) return home
  return constraint === 'EU' ? 'eu-west-1' : constraint
}

/** S3 answers 404 for a bucket without a lifecycle or without tags: that is an answer. */
async function noneWhenMissing<Answer>(read: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await read()
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined
    if (cause && /NoSuchLifecycleConfiguration|NoSuchTagSet/.test(`${cause.name} ${cause.message}`)) return undefined
    throw error
  }
}

export const s3Port = definePort({
  dataset: 's3',
  scope: 'account',
  unlocks: 'Buckets without lifecycle rules',
  operations: [buckets],
})
