/**
 * Every check of a cloud scan against emulated clouds: an account in which all is as it should be, and one in which
 * nothing is, read by the connectors and evaluated. `security-cloud-scan.test.ts` has the way over HTTP and database.
 */
import { inventoryPorts } from '@kept/connectors/aws/live/ports.ts'
import { type AwsSession, openSession } from '@kept/connectors/aws/live/session.ts'
import { answerAws } from '@kept/connectors/aws/live/testing/posture.ts'
import { openAzureCloud } from '@kept/connectors/azure/live/cloud.ts'
import { azurePosture } from '@kept/connectors/azure/live/testing/posture.ts'
import { azureDocuments } from '@kept/connectors/azure/live/testing/posture-documents.ts'
import {
  answerAzure,
  clientId,
  clientSecret,
  createSmallAzure,
  subscriptionId,
  tenantId,
} from '@kept/connectors/azure/live/testing/small-azure.ts'
import { openGcpCloud } from '@kept/connectors/gcp/live/cloud.ts'
import { googleKeyUses, googleMembers, googlePosture } from '@kept/connectors/gcp/live/testing/posture.ts'
import { answerGoogle, createSmallGoogle, serviceAccountKey } from '@kept/connectors/gcp/live/testing/small-google.ts'
import type { InventoryRow } from '@kept/domain/facts.ts'
import type { InventoryItem } from '@kept/domain/resource.ts'
import type { ScanResultStatus } from '@kept/domain/security-scan.ts'
import type { LiveCloud } from '@kept/domain/sync/port.ts'
import { depsOf, readAllItems } from '@kept/domain/sync/testing/small-cloud.ts'
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import { cloudChecks } from '@kept/engine/security/scans/cloud/all.ts'
import { evaluateInventoryCheck } from '@kept/engine/security/scans/inventory-check.ts'
import { expect, it } from 'vitest'
import { attributesWritten, type Cloud, canKnow, neverFailing } from './cloud-check-coverage.ts'

const today = '2026-03-01'
const nowMs = Date.parse(`${today}T12:00:00Z`)
/** Both accounts were listed before, and every resource was in its state. */
const listedOn = '2026-01-01'

/** Services that no check is about. */
const unchecked: readonly SyncDataset[] = ['autoscaling', 'ecs', 'streams', 'endpoints', 'gateways']

async function readAws(isSound: boolean): Promise<InventoryItem[]> {
  const keys = { access_key_id: 'AKIA', secret_access_key: 'x', external_id: '' }
  const session: AwsSession = openSession(keys, depsOf(answerAws({ isSound, nowMs }), nowMs))
  const location = { accountId: '111111111111', accountName: 'Shop', region: 'us-east-1' }
  const items: InventoryItem[] = []
  for (const port of inventoryPorts.filter(({ dataset }) => !unchecked.includes(dataset))) {
    let cursor: string | null = null
    do {
      const page = await port.readPage(session, location, { cursor, targets: [], nowMs })
      items.push(...page.items)
      cursor = page.next
    } while (cursor !== null)
  }
  return items
}

async function readDatasets(cloud: LiveCloud, accountId: string, datasets: readonly SyncDataset[]) {
  const items: InventoryItem[] = []
  for (const dataset of datasets)
    items.push(...(await readAllItems(cloud, { accountId, accountName: 'Shop', region: 'global', dataset }, nowMs)))
  return items
}

const shared = [
  ...([
    'compute',
    'network',
    'databases',
    'storage',
    'apps',
    'clusters',
    'firewalls',
    'certificates',
    'caches',
  ] as const),
  ...(['identity', 'keys', 'secrets', 'repositories', 'warehouses', 'queues', 'tables', 'images', 'trails'] as const),
]

function readAzure(isSound: boolean): Promise<InventoryItem[]> {
  const azure = createSmallAzure({
    resources: azurePosture({ isSound, nowMs }),
    documents: azureDocuments({ isSound, nowMs }),
  })
  const access = { tenant_id: tenantId, client_id: clientId, client_secret: clientSecret, cloud: 'public' as const }
  const cloud = openAzureCloud({ ...access, subscriptions: [] }, depsOf(answerAzure(azure), nowMs))
  return readDatasets(cloud, subscriptionId(1), shared)
}

function readGoogle(isSound: boolean): Promise<InventoryItem[]> {
  const google = createSmallGoogle({
    nowMs,
    assets: googlePosture({ isSound, nowMs }),
    members: googleMembers({ isSound, nowMs }),
    keyUses: googleKeyUses({ isSound, nowMs }),
  })
  const cloud = openGcpCloud({ key: serviceAccountKey, projects: [] }, depsOf(answerGoogle(google), nowMs))
  return readDatasets(cloud, 'shop-production', shared)
}

function rowOf({ created_at, state_since, billing_account_id: _, ...item }: InventoryItem): InventoryRow {
  const dayOf = (moment: string | null | undefined) => (moment ?? '').slice(0, 10)
  return {
    ...item,
    created_on: dayOf(created_at),
    state_since: dayOf(state_since),
    state_seen_since: listedOn,
    related: [],
  }
}

/** The account of AWS is read in one region. */
const coverage = {
  ...{ complete: [], denied: [], unread: [] },
  trail_regions: [{ account_id: '111111111111', region: 'us-east-1' }],
}

async function statusesOf(read: (isSound: boolean) => Promise<InventoryItem[]>) {
  const [sound, unsound] = await Promise.all(
    [true, false].map(async (isSound) => ({ today, coverage, rows: (await read(isSound)).map(rowOf) })),
  )
  if (!sound || !unsound) throw new Error('There are two accounts.')
  return new Map(
    cloudChecks.map((check) => [
      check.id,
      [evaluateInventoryCheck(check, sound).status, evaluateInventoryCheck(check, unsound).status] as const,
    ]),
  )
}

/** What a connection does not bring is never answered; what never fails is unknown at worst. */
async function expectAnswers(cloud: Cloud, read: (isSound: boolean) => Promise<InventoryItem[]>) {
  const written = attributesWritten(cloud)
  const statuses = await statusesOf(read)
  const answers = cloudChecks.map((check) => {
    const [sound, unsound] = statuses.get(check.id) ?? []
    const isConstant = neverFailing[cloud][check.id] !== undefined
    const expected = canKnow(check, written) ? `pass ${isConstant ? 'or unknown' : 'fail'}` : 'no answer'
    return [check.id, expected, describeAnswers(sound, unsound)]
  })
  expect(answers.map(([id, , answer]) => [id, answer])).toEqual(answers.map(([id, expected]) => [id, expected]))
}

function describeAnswers(sound: ScanResultStatus | undefined, unsound: ScanResultStatus | undefined): string {
  if (sound === 'pass' && unsound === 'fail') return 'pass fail'
  if (sound === 'pass' && (unsound === 'pass' || unsound === 'unknown')) return 'pass or unknown'
  const isAnswered = [sound, unsound].some((status) => status === 'pass' || status === 'fail')
  return isAnswered ? `${sound} ${unsound}` : 'no answer'
}

it.each([
  ['aws', readAws],
  ['azure', readAzure],
  ['gcp', readGoogle],
] as const)('every check that can be known passes and fails on %s', expectAnswers)
