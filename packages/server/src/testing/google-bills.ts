/** For tests: a Kept beside a Google Cloud of our own whose billing export is in BigQuery, and what then counts. */
import { randomUUID } from 'node:crypto'
import { billingExportAddress } from '@kept/connectors/gcp/live/billing/export-name.ts'
import { createSmallBigQuery, standardFields } from '@kept/connectors/gcp/live/testing/small-bigquery.ts'
import type { SmallBigQuery, SmallBill } from '@kept/connectors/gcp/live/testing/small-bigquery-shape.ts'
import { standardTable } from '@kept/connectors/gcp/live/testing/small-bills.ts'
import {
  answerGoogle,
  createSmallGoogle,
  type SmallGoogle,
  serviceAccountKey,
} from '@kept/connectors/gcp/live/testing/small-google.ts'
import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import type { SmallRequest } from '@kept/domain/sync/testing/small-cloud.ts'
import { createImport } from '@kept/store/imports/create.ts'
import { importDeps } from '../imports/create-deps.ts'
import { connectionFetcher } from '../imports/fetch-from-connection.ts'
import { runImport } from '../imports/run-import.ts'
import { visibleTotals } from '../imports/testing/totals.ts'
import { type RunServices, runConnection } from '../sync/run-connection.ts'
import { openKept, type TestKept } from '../testing.ts'
import { serveAnswers } from './serve-answers.ts'
import { createTestUser, type TestUser } from './sign-in.ts'

export const exportName = 'shop-billing.billing'

export interface GoogleWithKept {
  kept: TestKept
  admin: TestUser
  otherAdmin: TestUser
  bigQuery: SmallBigQuery
  google: SmallGoogle
  requests: SmallRequest[]
  /** Rows of the standard export. */
  bills: SmallBill[]
  /** Without rows, connections and costs. */
  reset(): Promise<void>
  /** A new connection that is not due: only the test runs it. */
  connect(billingExport?: string): Promise<string>
  /** After a run that a person starts. */
  synced(id: string): Promise<SyncConnection>
  run(id: string, startedBy: string, signal?: AbortSignal): Promise<void>
  /** An import of a month without a job, so that only the test runs it. */
  createMonth(id: string, billingExport: string, file: { month: string; path: string }): Promise<string>
  runMonth(importId: string, signal?: AbortSignal): Promise<void>
  totals(): Promise<Record<string, string>>
  /** State of each month, and why it is so. */
  months(id: string): Promise<string[][]>
  close(): Promise<void>
}

/** `settings` are those of Kept. */
export async function openGoogleWithKept(settings: Record<string, string> = {}): Promise<GoogleWithKept> {
  const servers: { close(): unknown }[] = []
  const endpoint = await serveAnswers((request) => {
    opened.requests.push(request)
    return answerGoogle(opened.google)(request)
  }, servers)
  const kept = await openKept({ KEPT_STORAGE_ENDPOINTS: endpoint, ...settings })
  const admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
  const otherAdmin = await createTestUser(kept, { name: 'other-admin', in: 'other', role: 'admin' })
  const opened: GoogleWithKept = {
    ...{ kept, admin, otherAdmin, requests: [], ...emptyGoogle() },
    async reset() {
      Object.assign(opened, { requests: [], ...emptyGoogle() })
      const { data: connections } = await admin.client.connections.list({})
      for (const { id } of connections) await admin.client.connections.delete({ id })
      const { data: imports } = await admin.client.imports.list({ page_size: 200 })
      for (const { id, status } of imports) if (status === 'done') await admin.client.imports.undo({ id })
    },
    async connect(billingExport = exportName) {
      const { data } = await admin.client.connections.create({ kind: 'gcp', name: `google ${randomUUID()}`, endpoint })
      const { id } = data
      const service_account_key = JSON.stringify(serviceAccountKey)
      await admin.client.sync.setAccess({ id, service_account_key, billing_export: billingExport })
      await kept.world.database.scoped(kept.world.scope, (tx) =>
        tx.updateTable('sync_connection').set({ next_run_at: '2100-01-01T00:00:00Z' }).where('id', '=', id).execute(),
      )
      return id
    },
    async synced(id) {
      await opened.run(id, 'Ana')
      return (await admin.client.sync.get({ id })).data
    },
    run: (id, startedBy, signal = new AbortController().signal) => runHere(kept, id, { startedBy, signal }),
    createMonth(id, billingExport, { month, path }) {
      const url = billingExportAddress(billingExport)
      const input = { kind: 'connection_export' as const, url, connection_id: id, month, files: [{ path, bytes: 0 }] }
      const { scope, database } = kept.world
      return database.scoped(scope, async (tx) => {
        const sources = [{ name: url, bytes: null }]
        return (await createImport(tx, scope, { inputs: [input], sources, accept_smaller: true })).id
      })
    },
    runMonth(importId, signal = new AbortController().signal) {
      const { services } = kept.server
      const deps = importDeps(services, async () => undefined, connectionFetcher(services))
      return runImport(deps, kept.world.scope, importId, { signal, last: true })
    },
    totals: () => visibleTotals(kept.world, kept.world.scope),
    async months(id) {
      const { data } = await admin.client.sync.units({ id, dataset: 'exports' })
      return data.map(({ region, state, reason }) => [region, state, reason])
    },
    async close() {
      await kept.close()
      for (const server of servers) server.close()
    },
  }
  return opened
}

function emptyGoogle(): Pick<GoogleWithKept, 'bigQuery' | 'google' | 'bills'> {
  const bills: SmallBill[] = []
  const datasets = { [exportName]: { [standardTable]: { fields: standardFields, rows: bills } } }
  const bigQuery = createSmallBigQuery({ datasets })
  const google = createSmallGoogle({ bigQuery })
  // Its clock goes on.
  Object.defineProperty(google, 'nowMs', { get: () => Date.now() })
  return { bills, bigQuery, google }
}

async function runHere(
  { server, world }: TestKept,
  id: string,
  options: { startedBy: string; signal: AbortSignal },
): Promise<void> {
  const services: RunServices = {
    ...server.services,
    pipeline: { run: async () => undefined },
    importActivity: async () => undefined,
    importExport: server.features.imports.importExport,
  }
  await runConnection(services, world.scope, id, options).catch((error: unknown) => {
    if (!options.signal.aborted) throw error
  })
}
