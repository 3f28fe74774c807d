/** A table with provisioned capacity that is hardly used: billed by request, and back to the capacity it had. */
import { KeptError } from '@kept/domain/errors.ts'
import type { PlannedRequest, RemediationTarget, ResourceState } from '@kept/domain/remediation.ts'
import { type CloudRequest, defineRemedy, quoted, requestJson, requestText, waitUntil } from '../remedy.ts'
import { arnOf, awsUrl, regionOf } from './address.ts'

interface TableAnswer {
  Table?: {
    TableStatus?: string
    BillingModeSummary?: { BillingMode?: string }
    ProvisionedThroughput?: { ReadCapacityUnits?: number; WriteCapacityUnits?: number }
    GlobalSecondaryIndexes?: unknown[]
  }
}

export const dynamodbTable = defineRemedy({
  kind: 'dynamodb_table',
  provider: 'aws',
  steps: ['set_on_demand'],
  permissions: ['dynamodb:DescribeTable', 'dynamodb:UpdateTable'],
  read,
  stateAfter: () => ({ mode: 'on-demand' }),
  requests: (target, from, to) => (from.mode === to.mode ? [] : [modeRequest(target, to)]),
  async carryOut(carrier, target, from, to) {
    if (from.mode === to.mode) return
    await requestText(carrier.send, modeRequest(target, to))
    await waitUntil(carrier, { what: `The change of ${target.name}`, maxMinutes: 60 }, async () => {
      const { Table } = await describe(carrier.send, target)
      return Table?.TableStatus === 'ACTIVE'
    })
  },
  undoPrice: () => 'AWS changes the billing mode of a table at most four times in 24 hours.',
  describeState: ({ mode, read: units, write }) =>
    mode === 'on-demand' ? 'billed by request' : `provisioned with ${units} read and ${write} write units`,
  script({ target }) {
    const name = quoted(nameOf(target))
    const region = `--region ${quoted(regionOf(target))}`
    return {
      tool: 'aws',
      run: [
        `aws dynamodb describe-table --table-name ${name} --query Table.ProvisionedThroughput ${region}`,
        `aws dynamodb update-table --table-name ${name} --billing-mode PAY_PER_REQUEST ${region}`,
      ],
      undo: [
        `aws dynamodb update-table --table-name ${name} --billing-mode PROVISIONED --provisioned-throughput ReadCapacityUnits=READ,WriteCapacityUnits=WRITE ${region}`,
      ],
    }
  },
})

async function read(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal): Promise<ResourceState> {
  const { Table } = await describe(send, target, signal)
  if (!Table) throw new KeptError('not_found', `The table ${nameOf(target)} no longer exists.`)
  if (Table.BillingModeSummary?.BillingMode === 'PAY_PER_REQUEST') return { mode: 'on-demand' }
  if ((Table.GlobalSecondaryIndexes ?? []).length > 0)
    throw new KeptError(
      'conflict',
      `${target.name} has global secondary indexes, whose capacity Kept does not restore. Change it with the commands.`,
    )
  const { ReadCapacityUnits = 0, WriteCapacityUnits = 0 } = Table.ProvisionedThroughput ?? {}
  return { mode: 'provisioned', read: ReadCapacityUnits, write: WriteCapacityUnits }
}

function describe(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal): Promise<TableAnswer> {
  return requestJson<TableAnswer>(send, request(target, 'DescribeTable', {}), signal)
}

function nameOf({ id }: RemediationTarget): string {
  return (arnOf(id)?.resource ?? id).replace(/^table\//, '')
}

function request(target: RemediationTarget, action: string, more: object): PlannedRequest {
  return {
    method: 'POST',
    url: `${awsUrl('dynamodb', { region: regionOf(target) })}/`,
    body: JSON.stringify({ TableName: nameOf(target), ...more }),
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `DynamoDB_20120810.${action}` },
  }
}

function modeRequest(target: RemediationTarget, to: ResourceState): PlannedRequest {
  if (to.mode === 'on-demand') return request(target, 'UpdateTable', { BillingMode: 'PAY_PER_REQUEST' })
  return request(target, 'UpdateTable', {
    BillingMode: 'PROVISIONED',
    ProvisionedThroughput: { ReadCapacityUnits: to.read, WriteCapacityUnits: to.write },
  })
}
