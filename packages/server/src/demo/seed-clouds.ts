/** The demo's connections to its simulated clouds, and the accounts in which Kept may act there. */
import { randomUUID } from 'node:crypto'
import type { RemediationProvider } from '@kept/domain/remediation-provider.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { createConnection, listConnections } from '@kept/store/connections/connections.ts'
import { addCloudAccount } from '@kept/store/remediation/accounts.ts'
import { listSyncConnections } from '@kept/store/sync/connections.ts'
import { connectionPlace } from '../connections/public/open-storage.ts'
import type { Services } from '../platform/context.ts'
import { credentialsPlace } from '../remediation/public/registry.ts'
import { simulatedAccess } from '../simulation/public/simulated-access.ts'

const clouds: readonly { kind: RemediationProvider; name: string; location: string; isActedIn: boolean }[] = [
  { kind: 'aws', name: 'Northwind AWS', location: 'Simulated cloud, 7 accounts', isActedIn: true },
  { kind: 'azure', name: 'Northwind Azure', location: 'Simulated cloud, 4 subscriptions', isActedIn: true },
  { kind: 'gcp', name: 'Northwind Google Cloud', location: 'Simulated cloud, 3 projects', isActedIn: true },
  { kind: 'kubernetes', name: 'Labs cluster', location: 'Simulated cluster', isActedIn: false },
]
/** They are read one after the other, when the demo is ready. */
const firstRunsApartMs = 20_000

/** Does what is missing. */
export async function seedDemoClouds(
  { state, secrets, now }: Pick<Services, 'state' | 'secrets' | 'now'>,
  scope: Scope,
  check: (scope: Scope, id: string) => Promise<void>,
): Promise<void> {
  const existing = new Set((await listConnections(state.database, scope)).map(({ name }) => name))
  const actorName = 'Priya Raman'
  const auditContext = { actor: { kind: 'person' as const, id: null, name: actorName }, at: now() }
  for (const [index, { kind, name, location, isActedIn }] of clouds.entries()) {
    if (existing.has(name)) continue
    if (isActedIn) {
      const id = randomUUID()
      const credentials = secrets.seal(credentialsPlace(scope, id), JSON.stringify(simulatedAccess))
      await addCloudAccount(
        state.database,
        scope,
        { id, provider: kind, name, account: '', credentials },
        { actorName, auditContext },
      )
    }
    const id = randomUUID()
    const credentials = secrets.seal(connectionPlace(scope, id), JSON.stringify({ kind, ...simulatedAccess }))
    await createConnection(
      state.database,
      scope,
      { id, kind, name, location, credentials },
      {
        ...{ actorName, auditContext },
        sync: {
          ...{ externalId: '', roleArn: '', regions: [], exportAddress: '' },
          nextRunAt: new Date(now().getTime() + index * firstRunsApartMs),
        },
      },
    )
  }
  for (const { id, checked_at } of await listSyncConnections(state.database, scope))
    if (checked_at === null) await check(scope, id)
}
