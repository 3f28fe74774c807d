/** The embedded cluster on disk: created under a temporary name and renamed when it is complete. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { KeptError } from '@kept/domain/errors.ts'
import { onEndEnginesNow } from '../supervise.ts'
import type { PostgresUser } from './postgres-user.ts'
import { ownerRole } from './roles.ts'

const newClusterPrefix = 'cluster.new-'

/**
 * initdb is not atomic: it runs in a temporary folder that is renamed when complete. True when a cluster was created.
 */
export async function ensureCluster(
  user: PostgresUser,
  native: string,
  folder: string,
  data: string,
): Promise<boolean> {
  // Leftovers of an initdb that was killed. Only one Kept uses the data folder, but the last children of that initdb
  // may still be writing: the folder is emptied again until it stays empty.
  for (const name of await readdir(folder)) {
    if (!name.startsWith(newClusterPrefix)) continue
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 30, retryDelay: 50 })
  }
  if (existsSync(data)) return false
  const stagingFolder = join(folder, `${newClusterPrefix}${crypto.randomUUID().slice(0, 8)}`)
  await mkdir(stagingFolder, { mode: 0o700 })
  user.chown(stagingFolder)
  const error = await runInitdb(user, native, stagingFolder)
  if (error !== undefined) {
    await rm(stagingFolder, { recursive: true, force: true })
    throw new KeptError('unavailable', `The embedded Postgres could not be set up in ${data}: ${error}`)
  }
  await rename(stagingFolder, data)
  return true
}

/** Returns the error, or undefined on success. */
async function runInitdb(user: PostgresUser, native: string, stagingFolder: string): Promise<string | undefined> {
  // `writeAccessRules` sets who may connect before the first start.
  const options = ['--auth=reject', '--data-checksums', '--encoding=UTF8']
  const locale = ['--locale-provider=builtin', '--locale=C.UTF-8']
  const child = user.start(
    'initdb',
    { native, data: stagingFolder, socketFolder: stagingFolder },
    ({ data }) => ['-D', data, '-U', ownerRole, ...options, ...locale],
    // In a process group of its own: a Ctrl-C in the terminal must reach only Kept, and initdb's children end with it.
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  )
  const forget = onEndEnginesNow(async () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
  })
  let errorOutput = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    errorOutput += chunk.toString()
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  forget()
  return code === 0 ? undefined : (errorOutput.trim().split('\n').at(-1) ?? `code ${code}`)
}
