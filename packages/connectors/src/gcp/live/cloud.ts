/** Google Cloud as a connection sees it: projects, read as the service account or the subject of the connection. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { LiveDeps } from '@kept/domain/sync/live-fetch.ts'
import type { CheckedCapability, DiscoveredAccount, DiscoveredUnit, LiveCloud } from '@kept/domain/sync/port.ts'
import { globalRegion } from '@kept/domain/sync/unit.ts'
import { checkPrices } from '../../live-prices.ts'
import { accountOf, type GcpAccess, readerOf } from './access.ts'
import { billingExportSource, checkBillingExport } from './billing/source.ts'
import { listAssets } from './define-port.ts'
import { listProjects, missingActions, unknownProjects } from './discover.ts'
import { metricTypes } from './metric-sources.ts'
import { gcpPorts, permissionsByDataset } from './ports.ts'
import { probePrices } from './prices.ts'
import { type GcpSession, openSession } from './session.ts'

/** A check answers while a person waits; units name what the other projects deny. */
const checkedProjects = 100

export function openGcpCloud(access: GcpAccess, deps: LiveDeps): LiveCloud {
  const session = openSession(access, deps)
  const accountId = accountOf(access)
  const { billing_export: billingExport } = access
  return {
    async prove() {
      await listProjects(session)
    },
    async check(onCapability) {
      const projects = await listProjects(session)
      const denied = await deniedByProject(
        session,
        projects.slice(0, checkedProjects).map(({ id }) => id),
      )
      const disabled = await disabledApi(session, projects[0]?.id ?? '')
      const capabilities: CheckedCapability[] = []
      for (const { dataset, unlocks, permissions } of permissionsByDataset) {
        const actions = [...new Set(permissions.map(({ action }) => action))]
        const capability =
          dataset === 'prices'
            ? await checkPrices({ dataset, unlocks, actions }, () => probePrices(session))
            : capabilityOf({ dataset, unlocks, actions }, denied, disabled)
        capabilities.push(capability)
        await onCapability(capability)
      }
      const bills = billingExport === undefined ? undefined : await checkBillingExport(session, billingExport)
      if (bills) {
        capabilities.push(bills.capability)
        await onCapability(bills.capability)
      }
      const error = unknownProjects(projects, access.projects, readerOf(access)) || (bills?.error ?? '')
      return { accountId, capabilities, error }
    },
    async discover() {
      const projects = await listProjects(session)
      const unitsOf = ({ id, name }: DiscoveredAccount, isOfConnection: boolean): DiscoveredUnit[] =>
        gcpPorts
          .filter(({ scope }) => (scope === 'connection') === isOfConnection)
          .map(({ dataset }) => ({ accountId: id, accountName: name, region: globalRegion, dataset }))
      const units = [
        ...projects.flatMap((project) => unitsOf(project, false)),
        ...unitsOf({ id: accountId, name: 'All projects' }, true),
      ]
      return { accountId, units, denied: new Map() }
    },
    async readPage(unit, request) {
      const port = gcpPorts.find(({ dataset }) => dataset === unit.dataset)
      if (!port) throw new SyncFailure('unexpected', `Google Cloud has no dataset named ${unit.dataset}.`)
      return port.readPage(session, unit, request)
    },
    metricTypes,
    ...(billingExport !== undefined && { costReports: billingExportSource(session, billingExport) }),
    release(accountId) {
      session.accounts.delete(accountId)
      for (const map of [session.ids, session.backends, session.secretVersions])
        for (const key of map.keys()) if (key.includes(`/projects/${accountId}/`)) map.delete(key)
    },
    calls: session.calls,
    chargedNanos: session.chargedNanos,
  }
}

async function deniedByProject(
  session: GcpSession,
  projects: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const all = [...new Set(permissionsByDataset.flatMap(({ permissions }) => permissions.map(({ action }) => action)))]
  const denied = new Map<string, string[]>()
  for (const project of projects) denied.set(project, await missingActions(session, project, all))
  return denied
}

/** What Kept reads with, and the project does not have enabled; '' when it has. */
async function disabledApi(session: GcpSession, project: string): Promise<string> {
  try {
    await listAssets(session, project, { type: 'compute.googleapis.com/Instance', token: undefined, size: 1 })
    return ''
  } catch (error) {
    if (!(error instanceof SyncFailure)) throw error
    return error.kind === 'not_enabled' ? error.message : ''
  }
}

function capabilityOf(
  { dataset, unlocks, actions }: Pick<CheckedCapability, 'dataset' | 'unlocks' | 'actions'>,
  denied: ReadonlyMap<string, string[]>,
  disabled: string,
): CheckedCapability {
  const projects = [...denied.values()].filter((missing) => actions.some((action) => missing.includes(action)))
  const missing = actions.filter((action) => projects.some((entry) => entry.includes(action)))
  // Discovery, metrics and activity do not use it.
  const reason = dataset === 'accounts' || dataset === 'metrics' || dataset === 'activity' ? '' : disabled
  return {
    dataset,
    unlocks,
    state: missing.length > 0 || reason !== '' ? 'missing' : 'complete',
    actions,
    missing,
    statement: missing.length > 0 ? `includedPermissions:\n${missing.map((action) => `- ${action}`).join('\n')}` : '',
    reason:
      missing.length > 0
        ? `Denied in ${projects.length} of ${denied.size} projects. Add the permissions to the role Kept Reader.`
        : reason,
  }
}
