/** Checks what a connection may read: one small request for each permission's list. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { CheckedCapability, SyncLocation } from '@kept/domain/sync/port.ts'
import { probeActivity } from './activity.ts'
import { commitmentProbes } from './commitments.ts'
import { callerIdentity, listAccounts, listRegions } from './discover.ts'
import { statementFor } from './policy.ts'
import { inventoryPorts, permissionsByDataset } from './ports.ts'
import { probePrices } from './prices.ts'
import type { AwsSession } from './session.ts'

/** Of each list: their details take a request each. */
const probedResources = 3

interface CheckResult {
  accountId: string
  arn: string
  regions: string[]
  capabilities: CheckedCapability[]
}

/** Throws when the credentials themselves do not work; everything else is a capability. */
export async function checkAccess(
  session: AwsSession,
  region: string,
  onCapability: (capability: CheckedCapability) => Promise<void> = async () => undefined,
): Promise<CheckResult> {
  const identity = await callerIdentity(session, region)
  const location: SyncLocation = { accountId: identity.accountId, accountName: '', region }
  let regions: string[] = []
  const capabilities: CheckedCapability[] = []
  for (const { dataset, unlocks, permissions } of permissionsByDataset) {
    const actions = [...new Set(permissions.map(({ action }) => action))]
    const denials = await denialsOf(session, (probed) => probesOf(dataset, probed))
    const missing = [...new Set(denials.map(({ action }) => action))]
    const capability: CheckedCapability = {
      dataset,
      unlocks,
      state: missing.length > 0 ? 'missing' : 'complete',
      actions,
      missing,
      statement: missing.length > 0 ? JSON.stringify(statementFor(dataset, missing), null, 2) : '',
      reason: denials[0]?.message ?? '',
    }
    capabilities.push(capability)
    await onCapability(capability)
  }
  return { ...identity, regions, capabilities }

  function probesOf(dataset: string, probed: AwsSession): (() => Promise<unknown>)[] {
    if (dataset === 'accounts')
      return [
        async () => {
          regions = await listRegions(session, region)
        },
        () => listAccounts(session, region),
      ]
    if (dataset === 'activity') return [() => probeActivity(session, region, Date.now())]
    if (dataset === 'commitments') return commitmentProbes(session, Date.now())
    if (dataset === 'prices') return [() => probePrices(session)]
    if (dataset === 'metrics') return [() => probeMetrics(session, region)]
    const port = inventoryPorts.find((candidate) => candidate.dataset === dataset)
    return (port?.operations ?? []).map((operation) => () => operation.send(probed, location, undefined))
  }
}

/** Also of details, which do not stop a list. */
async function denialsOf(
  session: AwsSession,
  probesWith: (session: AwsSession) => readonly (() => Promise<unknown>)[],
): Promise<SyncFailure[]> {
  const denials: SyncFailure[] = []
  const onDeniedDetail = (failure: SyncFailure) => {
    denials.push(failure)
  }
  const probed: AwsSession = { ...session, probe: { resources: probedResources, onDeniedDetail } }
  for (const probe of probesWith(probed)) {
    try {
      await probe()
    } catch (error) {
      if (!(error instanceof SyncFailure)) throw error
      if (error.kind === 'credentials') throw error
      if (error.kind === 'denied') denials.push(error)
    }
  }
  return denials
}

async function probeMetrics(session: AwsSession, region: string): Promise<void> {
  const sdk = await session.load(() => import('@aws-sdk/client-cloudwatch'))
  const client = session.client('monitoring', region, (config) => new sdk.CloudWatchClient(config))
  const end = Math.floor(Date.now() / 3_600_000) * 3_600_000
  await session.call('cloudwatch:GetMetricData', region, () =>
    client.send(
      new sdk.GetMetricDataCommand({
        StartTime: new Date(end - 3_600_000),
        EndTime: new Date(end),
        MetricDataQueries: [
          {
            Id: 'probe',
            MetricStat: {
              Metric: { Namespace: 'AWS/EC2', MetricName: 'CPUUtilization' },
              Period: 3600,
              Stat: 'Average',
            },
          },
        ],
      }),
    ),
  )
}
