/** Databases, functions, log groups and Auto Scaling groups: services with one list each. */
import * as z from 'zod'
import { attributes } from '../../../live-item.ts'
import { defineOperation, definePort } from '../define-port.ts'
import { functionPolicyAction, readFunctionAccess } from './function-access.ts'
import { awsItem, dateSchema, tagListSchema } from './item.ts'
import { detailed, detailsSchema } from './optional-read.ts'

const text = z.string()

const databases = defineOperation({
  action: 'rds:DescribeDBInstances',
  reason: 'Lists databases, to find idle and oversized ones.',
  schema: z.object({
    DBInstances: z
      .array(
        z.object({
          DBInstanceArn: text,
          DBInstanceIdentifier: text.nullish(),
          DBInstanceClass: text.nullish(),
          Engine: text.nullish(),
          EngineVersion: text.nullish(),
          DBInstanceStatus: text.nullish(),
          MultiAZ: z.boolean().nullish(),
          StorageType: text.nullish(),
          AllocatedStorage: z.number().nullish(),
          Iops: z.number().nullish(),
          DBClusterIdentifier: text.nullish(),
          StorageEncrypted: z.boolean().nullish(),
          PubliclyAccessible: z.boolean().nullish(),
          DeletionProtection: z.boolean().nullish(),
          BackupRetentionPeriod: z.number().nullish(),
          AutoMinorVersionUpgrade: z.boolean().nullish(),
          InstanceCreateTime: dateSchema,
          TagList: tagListSchema,
        }),
      )
      .nullish(),
    Marker: z.string().nullish(),
  }),
  async send(session, { region }, token) {
    const sdk = await session.load(() => import('@aws-sdk/client-rds'))
    const client = session.client('rds', region, (config) => new sdk.RDSClient(config))
    return session.call('rds:DescribeDBInstances', region, () =>
      client.send(new sdk.DescribeDBInstancesCommand({ MaxRecords: 100, Marker: token })),
    )
  },
  toItems: ({ DBInstances }, location) =>
    (DBInstances ?? []).map((database) =>
      awsItem(location, {
        resource_id: database.DBInstanceArn,
        type: 'Database',
        service: 'Amazon Relational Database Service',
        name: database.DBInstanceIdentifier ?? '',
        size: database.DBInstanceClass ?? '',
        state: database.DBInstanceStatus ?? '',
        created_at: database.InstanceCreateTime,
        tags: database.TagList,
        attributes: attributes({
          engine: database.Engine,
          engine_version: database.EngineVersion,
          multi_az: database.MultiAZ,
          storage_type: database.StorageType,
          size_gb: database.AllocatedStorage,
          iops: database.Iops,
          cluster: database.DBClusterIdentifier,
          encrypted: database.StorageEncrypted,
          public: database.PubliclyAccessible,
          deletion_protection: database.DeletionProtection,
          backup_retention_days: database.BackupRetentionPeriod,
          auto_minor_version_upgrade: database.AutoMinorVersionUpgrade,
        }),
      }),
    ),
  nextToken: ({ Marker }) => Marker || undefined,
})

export const rdsPort = definePort({
  dataset: 'rds',
  unlocks: 'Unused and oversized databases',
  operations: [databases],
})

const functions = defineOperation({
  action: 'lambda:ListFunctions',
  reason: 'Lists functions, to find oversized ones.',
  also: [{ action: functionPolicyAction, reason: 'Reads whether a function is open to everyone.' }],
  schema: z.object({
    Functions: z
      .array(
        z.object({
          FunctionArn: text,
          FunctionName: text.nullish(),
          Runtime: text.nullish(),
          MemorySize: z.number().nullish(),
          Timeout: z.number().nullish(),
          Architectures: z.array(text).nullish(),
          State: text.nullish(),
          Layers: z.array(z.object({ Arn: text.nullish() })).nullish(),
          /** Added by `send`. */
          Details: detailsSchema,
        }),
      )
      .nullish(),
    NextMarker: z.string().nullish(),
  }),
  async send(session, { region }, token) {
    const sdk = await session.load(() => import('@aws-sdk/client-lambda'))
    const client = session.client('lambda', region, (config) => new sdk.LambdaClient(config))
    const listed = await session.call('lambda:ListFunctions', region, () =>
      client.send(new sdk.ListFunctionsCommand({ MaxItems: 50, Marker: token })),
    )
    const Functions = []
    for (const item of detailed(session, listed.Functions))
      Functions.push({ ...item, Details: await readFunctionAccess(session, region, item.FunctionName ?? '') })
    return { ...listed, Functions }
  },
  toItems: ({ Functions }, location) =>
    (Functions ?? []).map((item) =>
      awsItem(location, {
        resource_id: item.FunctionArn,
        type: 'Function',
        service: 'AWS Lambda',
        name: item.FunctionName ?? '',
        size: item.MemorySize ? `${item.MemorySize} MB` : '',
        state: item.State ?? 'Active',
        attributes: attributes({
          runtime: item.Runtime,
          memory_mb: item.MemorySize,
          timeout_seconds: item.Timeout,
          architecture: item.Architectures?.join(', '),
          // Its metrics include memory.
          insights: item.Layers?.some(({ Arn }) => Arn?.includes(':layer:LambdaInsightsExtension')) || undefined,
          ...item.Details,
          public: item.Details?.public,
        }),
      }),
    ),
  nextToken: ({ NextMarker }) => NextMarker || undefined,
})

export const lambdaPort = definePort({ dataset: 'lambda', unlocks: 'Oversized functions', operations: [functions] })

const logGroups = defineOperation({
  action: 'logs:DescribeLogGroups',
  reason: 'Lists log groups, to find those that keep everything forever.',
  schema: z.object({
    logGroups: z
      .array(
        z.object({
          logGroupName: text,
          arn: text.nullish(),
          retentionInDays: z.number().nullish(),
          kmsKeyId: text.nullish(),
          storedBytes: z.number().nullish(),
          creationTime: dateSchema,
        }),
      )
      .nullish(),
    nextToken: z.string().nullish(),
  }),
  async send(session, { region }, token) {
    const sdk = await session.load(() => import('@aws-sdk/client-cloudwatch-logs'))
    const client = session.client('logs', region, (config) => new sdk.CloudWatchLogsClient(config))
    return session.call('logs:DescribeLogGroups', region, () =>
      client.send(new sdk.DescribeLogGroupsCommand({ limit: 50, nextToken: token })),
    )
  },
  toItems: ({ logGroups: groups }, location) =>
    (groups ?? []).map((group) =>
      awsItem(location, {
        resource_id: (group.arn ?? group.logGroupName).replace(/:\*$/, ''),
        type: 'Log group',
        service: 'AmazonCloudWatch',
        name: group.logGroupName,
        state: 'active',
        created_at: group.creationTime,
        attributes: attributes({
          retention_days: group.retentionInDays ?? 'never',
          stored_bytes: group.storedBytes,
          // A group without a key of the customer is encrypted with one of AWS.
          encrypted: Boolean(group.kmsKeyId),
        }),
      }),
    ),
  nextToken: ({ nextToken }) => nextToken || undefined,
})

export const logsPort = definePort({ dataset: 'logs', unlocks: 'Logs kept forever', operations: [logGroups] })

const autoScalingGroups = defineOperation({
  action: 'autoscaling:DescribeAutoScalingGroups',
  reason: 'Lists Auto Scaling groups, so that their instances are changed in the group.',
  schema: z.object({
    AutoScalingGroups: z
      .array(
        z.object({
          AutoScalingGroupARN: text.nullish(),
          AutoScalingGroupName: text,
          MinSize: z.number().nullish(),
          MaxSize: z.number().nullish(),
          DesiredCapacity: z.number().nullish(),
          CreatedTime: dateSchema,
          Status: text.nullish(),
          Instances: z.array(z.object({ InstanceId: text.nullish() })).nullish(),
          Tags: tagListSchema,
        }),
      )
      .nullish(),
    NextToken: z.string().nullish(),
  }),
  async send(session, { region }, token) {
    const sdk = await session.load(() => import('@aws-sdk/client-auto-scaling'))
    const client = session.client('autoscaling', region, (config) => new sdk.AutoScalingClient(config))
    return session.call('autoscaling:DescribeAutoScalingGroups', region, () =>
      client.send(new sdk.DescribeAutoScalingGroupsCommand({ MaxRecords: 100, NextToken: token })),
    )
  },
  toItems: ({ AutoScalingGroups }, location) =>
    (AutoScalingGroups ?? []).map((group) =>
      awsItem(location, {
        resource_id: group.AutoScalingGroupARN ?? group.AutoScalingGroupName,
        type: 'Auto Scaling group',
        service: 'Amazon EC2 Auto Scaling',
        name: group.AutoScalingGroupName,
        size: group.DesiredCapacity === null || group.DesiredCapacity === undefined ? '' : `${group.DesiredCapacity}`,
        state: group.Status ?? 'active',
        created_at: group.CreatedTime,
        tags: group.Tags,
        attributes: attributes({
          min_size: group.MinSize,
          max_size: group.MaxSize,
          desired_capacity: group.DesiredCapacity,
          instances: group.Instances?.length ?? 0,
        }),
      }),
    ),
  nextToken: ({ NextToken }) => NextToken || undefined,
})

export const autoScalingPort = definePort({
  dataset: 'autoscaling',
  unlocks: 'Groups that a change to an instance must go through',
  operations: [autoScalingGroups],
})
