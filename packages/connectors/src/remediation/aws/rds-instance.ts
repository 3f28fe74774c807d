/** A database instance: stopped, started, or changed to another class. */
import { KeptError } from '@kept/domain/errors.ts'
import type { PlannedRequest, RemediationTarget, ResourceState } from '@kept/domain/remediation.ts'
import { type CloudRequest, defineRemedy, quoted, requestText, settingOf, waitUntil } from '../remedy.ts'
import { arnOf, queryRequest, regionOf } from './address.ts'
import { allNamed, parseXml, textOf } from './xml.ts'

const version = '2014-10-31'

export const rdsInstance = defineRemedy({
  kind: 'rds_instance',
  provider: 'aws',
  steps: ['stop', 'start'],
  permissions: ['rds:DescribeDBInstances', 'rds:StopDBInstance', 'rds:StartDBInstance'],
  async read(send, target, signal) {
    const { running } = await readInstance(send, target, signal)
    return { running }
  },
  stateAfter: (_before, { step }) => ({ running: step === 'start' }),
  requests: (target, from, to) =>
    from.running === to.running ? [] : [request(target, to.running ? 'StartDBInstance' : 'StopDBInstance')],
  undoPrice: ({ step }) =>
    step === 'stop'
      ? 'AWS starts a stopped database again after seven days; its storage and backups are billed on. A start takes some minutes.'
      : '',
  describeState: ({ running }) => (running ? 'running' : 'stopped'),
  script({ target, step }) {
    const commandFor = (verb: string) =>
      `aws rds ${verb}-db-instance --db-instance-identifier ${quoted(nameOf(target))} --region ${quoted(regionOf(target))}`
    return { tool: 'aws', run: [commandFor(step)], undo: [commandFor(step === 'stop' ? 'start' : 'stop')] }
  },
})

export const rdsInstanceClass = defineRemedy({
  kind: 'rds_instance',
  provider: 'aws',
  steps: ['resize'],
  permissions: ['rds:DescribeDBInstances', 'rds:ModifyDBInstance'],
  async read(send, target, signal) {
    const { type } = await readInstance(send, target, signal)
    return { type }
  },
  stateAfter: (_before, order) => ({ type: settingOf(order) }),
  requests: (target, from, to) => (from.type === to.type ? [] : [classRequest(target, to)]),
  async carryOut(carrier, target, from, to) {
    if (from.type === to.type) return
    await requestText(carrier.send, classRequest(target, to))
    await waitUntil(carrier, { what: `The change of ${target.name}`, maxMinutes: 60 }, async () => {
      const { type, available } = await readInstance(carrier.send, target)
      return type === to.type && available
    })
  },
  undoPrice: () => 'The database is not available for some minutes each time, unless it has a standby.',
  describeState: ({ type }) => `${type}`,
  script({ target, setting = 'CLASS' }) {
    const commandFor = (type: string) =>
      `aws rds modify-db-instance --db-instance-identifier ${quoted(nameOf(target))} --db-instance-class ${quoted(type)} --apply-immediately --region ${quoted(regionOf(target))}`
    return { tool: 'aws', run: [commandFor(setting)], undo: [commandFor('PREVIOUS_CLASS')] }
  },
})

async function readInstance(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal) {
  const xml = parseXml(await requestText(send, request(target, 'DescribeDBInstances'), signal))
  const [item] = allNamed(xml, 'DBInstance')
  if (!item) throw new KeptError('not_found', `The database ${nameOf(target)} no longer exists.`)
  const status = textOf(item, 'DBInstanceStatus')
  if (textOf(item, 'DBClusterIdentifier'))
    throw new KeptError('conflict', `${target.name} belongs to a cluster. Change the cluster instead.`)
  return {
    type: textOf(item, 'DBInstanceClass'),
    running: !/^stop/.test(status),
    available: status === 'available' || status === 'stopped',
  }
}

function nameOf({ id }: RemediationTarget): string {
  return (arnOf(id)?.resource ?? id).replace(/^db:/, '')
}

function request(target: RemediationTarget, action: string, more: Record<string, string> = {}): PlannedRequest {
  return queryRequest('rds', target, version, action, { DBInstanceIdentifier: nameOf(target), ...more })
}

function classRequest(target: RemediationTarget, { type }: ResourceState): PlannedRequest {
  return request(target, 'ModifyDBInstance', { DBInstanceClass: String(type), ApplyImmediately: 'true' })
}
