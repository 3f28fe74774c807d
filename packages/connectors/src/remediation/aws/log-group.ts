/** A log group whose events never expire gets a retention period. */
import { KeptError } from '@kept/domain/errors.ts'
import type { PlannedRequest, RemediationTarget } from '@kept/domain/remediation.ts'
import { defineRemedy, quoted, requestJson, sizeOf } from '../remedy.ts'
import { arnOf, awsUrl, regionOf } from './address.ts'

export const logGroup = defineRemedy({
  kind: 'log_group',
  provider: 'aws',
  steps: ['set_retention'],
  permissions: ['logs:DescribeLogGroups', 'logs:PutRetentionPolicy', 'logs:DeleteRetentionPolicy'],
  async read(send, target, signal) {
    const name = nameOf(target)
    const { logGroups = [] } = await requestJson<{ logGroups?: { logGroupName: string; retentionInDays?: number }[] }>(
      send,
      logsRequest(target, 'DescribeLogGroups', { logGroupNamePrefix: name }),
      signal,
    )
    const group = logGroups.find(({ logGroupName }) => logGroupName === name)
    if (!group) throw new KeptError('not_found', `The log group ${name} no longer exists.`)
    return { days: group.retentionInDays ?? null }
  },
  stateAfter: (_before, order) => ({ days: sizeOf(order) }),
  requests(target, from, to) {
    if (from.days === to.days) return []
    const logGroupName = nameOf(target)
    return [
      to.days === null
        ? logsRequest(target, 'DeleteRetentionPolicy', { logGroupName })
        : logsRequest(target, 'PutRetentionPolicy', { logGroupName, retentionInDays: to.days }),
    ]
  },
  undoPrice: () => 'Events that have expired meanwhile are gone.',
  describeState: ({ days }) => (days === null ? 'without a retention period' : `set to keep events for ${days} days`),
  script(order) {
    const name = quoted(nameOf(order.target))
    const region = `--region ${quoted(regionOf(order.target))}`
    return {
      tool: 'aws',
      run: [
        `aws logs describe-log-groups --log-group-name-prefix ${name} ${region}`,
        `aws logs put-retention-policy --log-group-name ${name} --retention-in-days ${sizeOf(order)} ${region}`,
      ],
      undo: [`aws logs delete-retention-policy --log-group-name ${name} ${region}`],
    }
  },
})

/** "/aws/lambda/x" of "arn:aws:logs:region:account:log-group:/aws/lambda/x:*". */
function nameOf({ id }: RemediationTarget): string {
  return (arnOf(id)?.resource ?? id).replace(/^log-group:/, '').replace(/:\*$/, '')
}

function logsRequest(target: RemediationTarget, action: string, body: object): PlannedRequest {
  return {
    method: 'POST',
    url: `${awsUrl('logs', { region: regionOf(target) })}/`,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `Logs_20140328.${action}` },
  }
}
