/** Oracle Cloud as a connection sees it: compartments in regions, read with the signing key of the connection. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { LiveDeps } from '@kept/domain/sync/live-fetch.ts'
import type { CheckedCapability, LiveCloud, SyncLocation } from '@kept/domain/sync/port.ts'
import type { OciAccess } from './access.ts'
import { attachmentsOf } from './attachments.ts'
import {
  costReportsAddress,
  costReportsPermission,
  costReportsUnlock,
  listCostReports,
  probeCostReports,
} from './cost-reports.ts'
import { readList } from './define-port.ts'
import { discoverPermissions, listCompartments, listRegions } from './discover.ts'
import { ociPorts } from './inventory.ts'
import { metricsPort, metricTypes, probeMetrics } from './metrics.ts'
import { allPorts } from './ports.ts'
import { type OciSession, openSession } from './session.ts'
import { statementsOf } from './setup.ts'

export function openOciCloud(access: OciAccess, deps: LiveDeps): LiveCloud {
  const session = openSession(access, deps)
  const root: SyncLocation = { accountId: access.tenancy, accountName: 'root', region: access.region }
  return {
    async prove() {
      await listRegions(session)
    },
    async check(onCapability) {
      const capabilities: CheckedCapability[] = []
      const add = async (capability: CheckedCapability) => {
        capabilities.push(capability)
        await onCapability(capability)
      }
      await add(
        await capabilityOf({ dataset: 'accounts', unlocks: 'Compartments and regions' }, discoverPermissions, [
          () => listRegions(session),
          () => listCompartments(session),
        ]),
      )
      for (const { dataset, unlocks, permissions, lists } of ociPorts) {
        const probes = lists.map((list) => () => readList(session, list, root))
        if (dataset === 'compute') probes.push(() => attachmentsProbe(session, root))
        await add(await capabilityOf({ dataset, unlocks }, permissions, probes))
      }
      await add(
        await capabilityOf(metricsPort, metricsPort.permissions, [() => probeMetrics(session, root, deps.nowMs())]),
      )
      await add(await capabilityOf(costReports, [costReportsPermission], [() => probeCostReports(session)]))
      return { accountId: access.tenancy, capabilities, error: await unknownRegion(session) }
    },
    async discover() {
      const regions = await listRegions(session)
      const compartments = await listCompartments(session)
      const units = compartments.flatMap(({ id, name }) =>
        regions.flatMap((region) =>
          allPorts.map(({ dataset }) => ({ accountId: id, accountName: name, region, dataset })),
        ),
      )
      return { accountId: access.tenancy, units, denied: new Map() }
    },
    async readPage(unit, request) {
      const port = allPorts.find(({ dataset }) => dataset === unit.dataset)
      if (!port) throw new SyncFailure('unexpected', `Oracle Cloud has no dataset named ${unit.dataset}.`)
      return port.readPage(session, unit, request)
    },
    metricTypes,
    costReports: {
      address: costReportsAddress(access),
      accountId: access.tenancy,
      title: 'Cost reports',
      label: 'the cost reports of this tenancy',
      list: () => listCostReports(session),
      capability: (failure) => capabilityFrom(costReports, [costReportsPermission], failure ? [failure] : []),
    },
    release(accountId) {
      for (const key of session.attachments.keys()) if (key.startsWith(`${accountId} `)) session.attachments.delete(key)
    },
    calls: session.calls,
    chargedNanos: session.chargedNanos,
  }
}

const costReports = { dataset: 'exports', unlocks: costReportsUnlock } as const

async function attachmentsProbe(session: OciSession, root: SyncLocation) {
  await attachmentsOf(session, root)
  return { entries: [], next: undefined }
}

async function unknownRegion(session: OciSession): Promise<string> {
  const { region } = session.access
  const regions = await listRegions(session)
  return regions.includes(region)
    ? ''
    : `The tenancy does not use the region ${region}. Enter its home region, such as ${regions[0] ?? 'us-ashburn-1'}.`
}

async function capabilityOf(
  about: Pick<CheckedCapability, 'dataset' | 'unlocks'>,
  permissions: readonly { action: string }[],
  probes: readonly (() => Promise<unknown>)[],
): Promise<CheckedCapability> {
  const denials: SyncFailure[] = []
  for (const probe of probes) {
    try {
      await probe()
    } catch (error) {
      if (!(error instanceof SyncFailure) || error.kind !== 'denied') throw error
      denials.push(error)
    }
  }
  return capabilityFrom(about, permissions, denials)
}

function capabilityFrom(
  { dataset, unlocks }: Pick<CheckedCapability, 'dataset' | 'unlocks'>,
  permissions: readonly { action: string }[],
  failures: readonly SyncFailure[],
): CheckedCapability {
  const denials = failures.filter(({ kind }) => kind === 'denied')
  const missing = [...new Set(denials.map(({ action }) => action))]
  return {
    dataset,
    unlocks,
    state: missing.length > 0 ? 'missing' : 'complete',
    actions: [...new Set(permissions.map(({ action }) => action))],
    missing,
    statement: missing.flatMap(statementsOf).join('\n'),
    reason: denials[0]?.message ?? '',
  }
}
