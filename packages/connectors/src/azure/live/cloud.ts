/** Azure as a connection sees it: subscriptions of one tenant, read with the application of the connection. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { LiveDeps } from '@kept/domain/sync/live-fetch.ts'
import type { CheckedCapability, LiveCloud } from '@kept/domain/sync/port.ts'
import { globalRegion } from '@kept/domain/sync/unit.ts'
import { checkPrices } from '../../live-prices.ts'
import type { AzureAccess } from './access.ts'
import { commitmentRoles, missingCommitmentActions } from './commitments.ts'
import { listSubscriptions, unknownSubscriptions } from './discover.ts'
import { missingActions } from './grants.ts'
import { metricsByType } from './metric-sources.ts'
import { azurePorts, permissionsByDataset } from './ports.ts'
import { probePrices } from './prices.ts'
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
        const actions = [...new Set(permissions.map(({ action }) => action))]
        const checked = subscriptions.slice(0, checkedSubscriptions).map(({ id }) => id)
        const capability =
          dataset === 'commitments'
            ? await checkCommitments(session, { dataset, unlocks, actions })
            : dataset === 'prices'
              ? await checkPrices({ dataset, unlocks, actions }, () => probePrices(session))
              : await checkDataset(session, { dataset, unlocks, actions, subscriptions: checked })
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
      const accountId = access.tenant_id
      const units = azurePorts.flatMap(({ dataset, scope }) =>
        (scope === 'connection' ? [{ id: accountId, name: 'Tenant' }] : subscriptions).map(({ id, name }) => ({
          accountId: id,
          accountName: name,
          region: globalRegion,
          dataset,
        })),
      )
      return { accountId, units, denied: new Map() }
    },
    async readPage(unit, request) {
      const port = azurePorts.find(({ dataset }) => dataset === unit.dataset)
      if (!port) throw new SyncFailure('unexpected', `Azure has no dataset named ${unit.dataset}.`)
      return port.readPage(session, unit, request)
    },
    metricTypes: Object.keys(metricsByType),
    release(accountId) {
      session.granted.delete(accountId)
      session.accounts.delete(accountId)
    },
    calls: session.calls,
    chargedNanos: session.chargedNanos,
  }
}

/** Its roles are assigned in addition to those of subscriptions. */
async function checkCommitments(
  session: AzureSession,
  capability: Pick<CheckedCapability, 'dataset' | 'unlocks' | 'actions'>,
): Promise<CheckedCapability> {
  const missing = await missingCommitmentActions(session)
  const commands = commitmentRoles.map(
    ({ role, scope }) =>
      `az role assignment create --assignee ${session.access.client_id} --role "${role}" --scope ${scope}`,
  )
  return {
    ...capability,
    state: missing.length > 0 ? 'missing' : 'complete',
    missing,
    statement: missing.length > 0 ? commands.join('\n') : '',
    reason: missing.length > 0 ? 'Denied for the tenant. Assign the roles with these commands.' : '',
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
