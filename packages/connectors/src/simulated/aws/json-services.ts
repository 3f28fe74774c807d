/** Log groups, tables and queues: services that speak JSON with the action in a header. */
import { answerJson, noResource, type SimulatedApi, type SimulatedRequest } from '../cloud.ts'

function actionOf({ headers }: SimulatedRequest, prefix: string): string | undefined {
  const target = headers['x-amz-target'] ?? ''
  return target.startsWith(`${prefix}.`) ? target.slice(prefix.length + 1) : undefined
}

export const logGroups: SimulatedApi = async (request, resources) => {
  const action = actionOf(request, 'Logs_20140328')
  if (action === undefined) return undefined
  const { logGroupName, logGroupNamePrefix, retentionInDays } = JSON.parse(request.body)
  const name = String(logGroupName ?? logGroupNamePrefix)
  const state = await resources.find('log_group', name)
  if (!state) return noResource(name)
  if (action === 'PutRetentionPolicy') await resources.change('log_group', name, { days: Number(retentionInDays) })
  if (action === 'DeleteRetentionPolicy') await resources.change('log_group', name, { days: null })
  if (action !== 'DescribeLogGroups') return answerJson()
  return answerJson({
    logGroups: [{ logGroupName: name, ...(state.days !== null && { retentionInDays: state.days }) }],
  })
}

export const tables: SimulatedApi = async (request, resources) => {
  const action = actionOf(request, 'DynamoDB_20120810')
  if (action === undefined) return undefined
  const { TableName: name, BillingMode, ProvisionedThroughput } = JSON.parse(request.body)
  const state = await resources.find('dynamodb_table', name)
  if (!state) return noResource(name)
  if (action === 'UpdateTable')
    await resources.change('dynamodb_table', name, {
      ...state,
      on_demand: BillingMode === 'PAY_PER_REQUEST',
      ...(ProvisionedThroughput && {
        read: ProvisionedThroughput.ReadCapacityUnits,
        write: ProvisionedThroughput.WriteCapacityUnits,
      }),
    })
  return answerJson({
    Table: {
      TableStatus: 'ACTIVE',
      ...(state.on_demand
        ? { BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' } }
        : { ProvisionedThroughput: { ReadCapacityUnits: state.read, WriteCapacityUnits: state.write } }),
    },
  })
}

export const queues: SimulatedApi = async (request, resources) => {
  const action = actionOf(request, 'AmazonSQS')
  if (action === undefined) return undefined
  const { QueueUrl, Attributes } = JSON.parse(request.body)
  const name = String(QueueUrl).split('/').at(-1) ?? ''
  const state = await resources.find('sqs_queue', name)
  if (!state) return noResource(name)
  if (action === 'SetQueueAttributes')
    await resources.change('sqs_queue', name, { ...state, delay: Number(Attributes.DelaySeconds) })
  return answerJson({ Attributes: { DelaySeconds: String(state.delay) } })
}
