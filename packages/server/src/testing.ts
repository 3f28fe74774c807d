/** For tests: a Kept over real HTTP on the shared test engines, with a database and a data folder of its own. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KeptClient } from '@kept/contract/contract.ts'
import { createKeptClient } from '@kept/contract/testing/client.ts'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import { organizationHeader } from './operator/public/operator.ts'
import { readConfig } from './platform/config.ts'
import { holdDataFolder } from './platform/data-folder.ts'
import { createLog, type Log } from './platform/log.ts'
import { listenHttp, type RunningServer } from './serve.ts'

export interface TestKept {
  world: World
  server: RunningServer
  url: string
  /** Acts for the world's own organization, or for the other one. */
  client: KeptClient
  otherClient: KeptClient
  headers(organization: 'own' | 'other'): Record<string, string>
  close(): Promise<void>
}

export async function openKept(
  settings: Record<string, string> = {},
  {
    now,
    world: shared,
    files,
    log: ownLog,
    connections = 4,
  }: { now?: () => Date; world?: World; files?: string; log?: Log | undefined; connections?: number } = {},
): Promise<TestKept> {
  // A second Kept on one database gets the first one's world, which closes it.
  const world = shared ?? (await openWorld({ connections }))
  const folder = mkdtempSync(join(tmpdir(), 'kept-server-test-'))
  // A world that was copied belongs to the keys and uploads of its first data folder.
  if (files !== undefined) cpSync(files, folder, { recursive: true })
  const config = readConfig({
    KEPT_DATA: folder,
    KEPT_PORT: '0',
    KEPT_DEMO: 'off',
    KEPT_LOG_LEVEL: 'error',
    ...settings,
  })
  const log = ownLog ?? createLog(config.logLevel)
  const heldFolder = holdDataFolder(folder, config.sharedFolder)
  const server = await listenHttp(
    { config, log, folder: heldFolder, undo: [() => heldFolder.release()], ...(now && { now }) },
    async () => ({
      database: world.database,
      warehouse: world.warehouse,
      describe: () => ({ database: 'test', warehouse: 'test' }),
      openOwner: world.openOwner,
      pids: () => [],
      close: async () => undefined,
    }),
  )
  // Doubles of clouds have no limits. What keeps to those of clouds is tested on a clock of its own.
  server.services.pace = async () => undefined
  // A test runs recurring jobs itself; at what minute of the hour it runs must not matter.
  await world.database.pool.query('DELETE FROM jobs.schedule')
  const headers = (organization: 'own' | 'other') => ({
    authorization: `Bearer ${server.operatorToken}`,
    [organizationHeader]: organization,
  })
  const client = (organization: 'own' | 'other') =>
    createKeptClient({ url: server.url, headers: () => headers(organization) })
  return {
    world,
    server,
    url: server.url,
    client: client('own'),
    otherClient: client('other'),
    headers,
    async close() {
      await server.stop()
      if (!shared) await world.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
