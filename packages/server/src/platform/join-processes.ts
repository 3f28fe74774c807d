/** Registers this process beside the others on its database, and says every few seconds that it lives. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import {
  forgetProcess,
  registerProcess,
  type ServerProcess,
  touchProcess,
} from '@kept/store/processes/server-processes.ts'
import type { Services } from './context.ts'
import { createOnce } from './create-once.ts'
import { runEvery } from './run-every.ts'
import { keptVersion } from './version.ts'

const touchEveryMs = 10_000

/** Returns how to leave. Throws `bad_input` when another process has another secret key or shared folder. */
export async function joinProcesses({
  config,
  secrets,
  state: { database },
  log,
}: Pick<Services, 'config' | 'secrets' | 'state' | 'log'>): Promise<() => Promise<void>> {
  const self: ServerProcess = {
    id: randomUUID(),
    host: hostname(),
    version: keptVersion(),
    keyId: secrets.keyFor('fingerprint of the secret key').toString('hex').slice(0, 16),
    folderId: readFolderId(config.sharedFolder),
  }
  // An embedded database belongs to one process: what is listed there is this one before a kill.
  if (config.databaseUrl === undefined) await touchProcess(database, self)
  else await registerProcess(database, self)
  const touching = runEvery(
    touchEveryMs,
    () => touchProcess(database, self),
    (err) => log.warn({ event: 'processes.touch_failed', err }, 'could not say that this process lives'),
  )
  return async () => {
    await touching.stop()
    await forgetProcess(database, self.id).catch((err: unknown) =>
      log.warn({ event: 'processes.leave_failed', err }, 'could not say that this process stops'),
    )
  }
}

/** Two folders have two ids; one folder has one, wherever it is mounted. */
function readFolderId(folder: string): string {
  const file = join(folder, 'folder.id')
  createOnce(file, () => `${randomUUID()}\n`)
  return readFileSync(file, 'utf8').trim()
}
