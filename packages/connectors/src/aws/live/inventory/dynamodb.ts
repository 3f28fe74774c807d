/** Tables of DynamoDB: a list of names, then one request for each. */
import * as z from 'zod'
import { attributes } from '../../../live-item.ts'
import { defineOperation, definePort } from '../define-port.ts'
import { awsItem, dateSchema } from './item.ts'

const text = z.string()
const throughputSchema = z
  .object({ ReadCapacityUnits: z.number().nullish(), WriteCapacityUnits: z.number().nullish() })
  .nullish()

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
        GlobalSecondaryIndexes: z
          .array(z.object({ IndexName: text, ProvisionedThroughput: throughputSchema }))
          .nullish(),
        SSEDescription: z.object({ Status: text.nullish() }).nullish(),
        CreationDateTime: dateSchema,
        BillingModeSummary: z.object({ BillingMode: text.nullish() }).nullish(),
        ProvisionedThroughput: throughputSchema,
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
          // "by-day 5/2": reads and writes of each index.
          index_capacity: table.GlobalSecondaryIndexes?.map(
            ({ IndexName, ProvisionedThroughput: units }) =>
              `${IndexName} ${units?.ReadCapacityUnits ?? 0}/${units?.WriteCapacityUnits ?? 0}`,
          ).join(', '),
          stored_bytes: table.TableSizeBytes,
          deletion_protection: table.DeletionProtectionEnabled,
          encrypted: table.SSEDescription?.Status === 'ENABLED',
        }),
      }),
    ),
  nextToken: ({ LastEvaluatedTableName }) => LastEvaluatedTableName || undefined,
})

export const dynamodbPort = definePort({ dataset: 'dynamodb', unlocks: 'Unused table capacity', operations: [tables] })
