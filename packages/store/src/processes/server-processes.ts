/** Which Kept processes work on this database. Times are the database's: clocks of machines differ. */
import { KeptError } from '@kept/domain/errors.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

export interface ServerProcess {
  id: string
  host: string
  version: string
  /** Fingerprint of the secret key. */
  keyId: string
  /** Names the shared folder, wherever it is mounted. */
  folderId: string
}

interface LivingProcess extends Omit<ServerProcess, 'keyId' | 'folderId'> {
  startedAt: Date
}

/** A process that was not seen for this long is gone. It says that it lives three times as often. */
const aliveSeconds = 30
const isAlive = sql<boolean>`seen_at > clock_timestamp() - make_interval(secs => ${aliveSeconds})`
const forgotten = sql<boolean>`seen_at < clock_timestamp() - interval '1 day'`
/** An arbitrary number, the same for every Kept: two that start together must see each other. */
const registerLock = 7_253_004

/**
 * Registers a starting process. Throws `bad_input` while a living one has another secret key or another shared folder:
 * neither could read what the other seals, signs and receives.
 */
export async function registerProcess({ shared }: Database, process: ServerProcess): Promise<void> {
  await shared.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${registerLock})`.execute(tx)
    await tx.deleteFrom('server_process').where(forgotten).execute()
    const others = await tx.selectFrom('server_process').selectAll().where(isAlive).execute()
    for (const { host, key_id, folder_id } of others) {
      if (key_id !== process.keyId) throw differs(host, 'secret key', 'KEPT_SECRET_KEY')
      if (folder_id !== process.folderId) throw differs(host, 'shared folder', 'KEPT_SHARED_FOLDER')
    }
    await tx.insertInto('server_process').values(rowOf(process)).execute()
  })
}

/** Says that the process lives. It is listed again if it was taken for gone. */
export async function touchProcess({ shared }: Database, process: ServerProcess): Promise<void> {
  await shared
    .insertInto('server_process')
    .values(rowOf(process))
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: sql<Date>`clock_timestamp()` }))
    .execute()
}

export async function forgetProcess({ shared }: Database, id: string): Promise<void> {
  await shared.deleteFrom('server_process').where('id', '=', id).execute()
}

/** The living processes, the oldest first. */
export async function listProcesses({ shared }: Database): Promise<LivingProcess[]> {
  const rows = await shared
    .selectFrom('server_process')
    .select(['id', 'host', 'version', 'started_at as startedAt'])
    .where(isAlive)
    .orderBy('started_at')
    .orderBy('id')
    .execute()
  return rows
}

const rowOf = ({ id, host, version, keyId, folderId }: ServerProcess) => ({
  ...{ id, host, version },
  key_id: keyId,
  folder_id: folderId,
})

function differs(host: string, what: string, setting: string): KeptError {
  return new KeptError(
    'bad_input',
    `A Kept on ${host} uses this database with another ${what}. Set ${setting} to the same for all, or stop that one and wait ${aliveSeconds} seconds.`,
  )
}
