/** From CloudTrail's event history to usage events: once each, without names, and with few lookups. */
import { randomUUID } from 'node:crypto'
import { lookedUpCalls } from '@kept/connectors/aws/live/activity.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestUser, type TestUser } from '../testing/sign-in.ts'
import { openKept, type TestKept } from '../testing.ts'
import { type RunServices, runConnection } from './run-connection.ts'
import { firstAccount, startSmallAws } from './testing/small-aws.ts'

const instance = 'i-0aaaaaaaaaaaaaaaa'
const anHourAgo = new Date(Date.now() - 3_600_000).toISOString()

let kept: TestKept
let admin: TestUser

beforeAll(async () => {
  kept = await openKept()
  admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
})
afterAll(() => kept.close())

/** A record of a call by a person, as CloudTrail writes it. */
function recordOf(call: string, number: number): { CloudTrailEvent: string } {
  const items = { instancesSet: { items: [{ instanceId: instance }] } }
  return {
    CloudTrailEvent: JSON.stringify({
      eventID: `${call}-${number}`,
      eventName: call,
      eventSource: 'ec2.amazonaws.com',
      eventTime: anHourAgo,
      awsRegion: 'us-east-1',
      recipientAccountId: firstAccount,
      userIdentity: {
        type: 'AssumedRole',
        arn: `arn:aws:sts::${firstAccount}:assumed-role/Developer/ana@example.com`,
      },
      requestParameters: { ...items, instanceId: instance, target: instance, notebookInstanceName: 'notebook' },
      responseElements: items,
    }),
  }
}

interface Lookup {
  call: string
  from: number
}

/** An AWS whose history has three records of each call, two to a page. Returns what is looked up. */
async function start(hasInstance: boolean): Promise<{ id: string; lookups: Lookup[] }> {
  const lookups: Lookup[] = []
  const aws = await startSmallAws({
    accounts: 1,
    externalId: () => externalId,
    isFailing: () => false,
    fault(action, _count, body) {
      if (action === 'DescribeInstances' && hasInstance)
        return {
          status: 200,
          body: `<DescribeInstancesResponse><reservationSet><item><instancesSet><item><instanceId>${instance}</instanceId><instanceType>m5.large</instanceType><instanceState><name>running</name></instanceState></item></instancesSet></item></reservationSet></DescribeInstancesResponse>`,
        }
      if (action !== 'LookupEvents') return undefined
      const { LookupAttributes, StartTime, NextToken } = JSON.parse(body)
      const call: string = LookupAttributes[0].AttributeValue
      lookups.push({ call, from: StartTime })
      const answer =
        NextToken === undefined
          ? { Events: [recordOf(call, 1), recordOf(call, 2)], NextToken: 'more' }
          : { Events: [recordOf(call, 3), { CloudTrailEvent: '{' }] }
      return { status: 200, body: JSON.stringify(answer) }
    },
  })
  let externalId = ''
  kept.server.services.config.storageEndpoints.push(new URL(aws.url).origin)
  const { data } = await admin.client.connections.create({
    kind: 'aws',
    name: `AWS ${randomUUID()}`,
    access_key_id: 'AKIACONNECTION',
    secret_access_key: 'connection-secret',
    role_arn: `arn:aws:iam::${firstAccount}:role/KeptRead`,
    regions: ['us-east-1'],
    endpoint: aws.url,
  })
  await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx.updateTable('sync_connection').set({ next_run_at: '2100-01-01T00:00:00Z' }).where('id', '=', data.id).execute(),
  )
  externalId = (await admin.client.sync.get({ id: data.id })).data.external_id
  return { id: data.id, lookups }
}

async function run(id: string): Promise<void> {
  const services: RunServices = {
    ...kept.server.services,
    pipeline: { run: async () => undefined },
    importExport: async () => undefined,
    importActivity: kept.server.features.behavior.importActivity,
  }
  await runConnection(services, kept.world.scope, id, { startedBy: 'test', signal: new AbortController().signal })
}

describe('the activity of AWS', () => {
  it('becomes a usage event of each call that is looked up, once, and stores no name', async () => {
    const { id, lookups } = await start(true)
    await run(id)
    const first = lookups.splice(0)
    expect([...new Set(first.map(({ call }) => call))].sort()).toEqual([...lookedUpCalls].sort())
    expect(first).toHaveLength(2 * lookedUpCalls.length)
    await run(id)
    // A later run begins where the one before ended, less an hour in which records come late.
    const secondsOf = (entries: readonly Lookup[]) => Date.now() / 1000 - (entries[0]?.from ?? 0)
    expect(secondsOf(first)).toBeGreaterThan(13.9 * 86_400)
    expect(secondsOf(lookups)).toBeLessThan(2 * 3600)
    const rows = await kept.world.warehouse.query<{ activity_type: string; events: string; people: string[] }>(
      kept.world.scope,
      `SELECT activity_type, toString(count()) AS events, groupUniqArray(person) AS people FROM usage_event FINAL
       WHERE organization_id = {organization_id:UUID} GROUP BY activity_type ORDER BY activity_type`,
      {},
    )
    expect(Object.fromEntries(rows.map(({ activity_type, events }) => [activity_type, Number(events)]))).toEqual({
      environment_created: 3,
      environment_deleted: 3,
      environment_started: 6,
      environment_stopped: 6,
      ide_session: 3,
      ssh_session: 6,
      terminal_session: 3,
    })
    expect(JSON.stringify(rows)).not.toContain('ana')
  }, 90_000)

  it('takes four lookups where there is no instance', async () => {
    const { id, lookups } = await start(false)
    await run(id)
    expect([...new Set(lookups.map(({ call }) => call))].sort()).toEqual([
      'CreatePresignedNotebookInstanceUrl',
      'StartNotebookInstance',
      'StopNotebookInstance',
      'TerminateInstances',
    ])
  }, 60_000)
})
