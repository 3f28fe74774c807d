/** Azure as a connection sees it: subscriptions of one tenant, read with the application of the connection. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { LiveDeps } from '@kept/domain/sync/live-fetch.ts'
import type { CheckedCapability, LiveCloud } from '@kept/domain/sync/port.ts'
import { globalRegion } from '@kept/domain/sync/unit.ts'
import type { AzureAccess } from './access.ts'
import { listSubscriptions, unknownSubscriptions } from './discover.ts'
import { missingActions } from './grants.ts'
import { metricTypes } from './metrics.ts'
import { azurePorts, permissionsByDataset } from './ports.ts'
import { type AzureSession, openSession } from './session.ts'

/** A check answers while a person waits; units name what the other subscriptions deny. */
const checkedSubscriptions = 100

export function openAzureCloud(access: AzureAccess, deps: LiveDeps): LiveCloud {
  const session = openSession(access, deps)
  return {
    async prove() {
      await listSubscriptions(session)
    },
    async check(onCapability) {
      const subscriptions = await listSubscriptions(session)
      const capabilities: CheckedCapability[] = []
      for (const { dataset, unlocks, permissions } of permissionsByDataset) {
        const capability = await checkDataset(session, {
          dataset,
          unlocks,
          actions: [...new Set(permissions.map(({ action }) => action))],
          subscriptions: subscriptions.slice(0, checkedSubscriptions).map(({ id }) => id),
        })
        capabilities.push(capability)
        await onCapability(capability)
      }
      return {
        accountId: access.tenant_id,
        capabilities,
        error: unknownSubscriptions(subscriptions, access.subscriptions),
      }
    },
    async discover() {
      const subscriptions = await listSubscriptions(session)
      const units = subscriptions.flatMap(({ id, name }) =>
        azurePorts.map(({ dataset }) => ({ accountId: id, accountName: name, region: globalRegion, dataset })),
      )
      return { accountId: access.tenant_id, units, denied: new Map() }
    },
    async readPage(unit, request) {
      const port = azurePorts.find(({ dataset }) => dataset === unit.dataset)
      if (!port) throw new SyncFailure('unexpected', `Azure has no dataset named ${unit.dataset}.`)
      return port.readPage(session, unit, request)
    },
    metricTypes,
    release: (accountId) => session.granted.delete(accountId),
    calls: session.calls,
    chargedNanos: session.chargedNanos,
  }
}

async function checkDataset(
  session: AzureSession,
  {
    dataset,
    unlocks,
    actions,
    subscriptions,
  }: Pick<CheckedCapability, 'dataset' | 'unlocks' | 'actions'> & { subscriptions: readonly string[] },
): Promise<CheckedCapability> {
  const missing = new Set<string>()
  let deniedSubscriptions = 0
  for (const subscription of subscriptions) {
    const denied = await deniedIn(session, subscription, actions)
    if (denied.length > 0) deniedSubscriptions += 1
    for (const action of denied) missing.add(action)
  }
  return {
    dataset,
    unlocks,
    state: missing.size > 0 ? 'missing' : 'complete',
    actions,
    missing: [...missing],
    statement: missing.size > 0 ? JSON.stringify({ Actions: [...missing] }, null, 2) : '',
    reason:
      missing.size > 0
        ? `Denied in ${deniedSubscriptions} of ${subscriptions.length} subscriptions. Add the actions to the role Kept Reader.`
        : '',
  }
}

async function deniedIn(session: AzureSession, subscription: string, actions: readonly string[]): Promise<string[]> {
  try {
    return await missingActions(session, subscription, actions)
  } catch (error) {
    if (error instanceof SyncFailure && error.kind === 'denied') return [error.action]
    throw error
  }
}
