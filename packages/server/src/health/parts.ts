/** Whether each part of Kept is up, asked now. */
import { access, constants } from 'node:fs/promises'
import type { Services } from '../platform/context.ts'

type PartName = 'database' | 'warehouse' | 'migrations' | 'jobs' | 'files'

interface Part {
  name: PartName
  ok: boolean
  detail: string
}

export async function checkParts({ state, jobs, folder }: Services): Promise<Part[]> {
  const locations = state.describe()
  const [database, warehouse, migrations, queue, files] = await Promise.all([
    state.database.ping(),
    state.warehouse.ping().catch(() => false),
    hasMigrations(state.database),
    jobs.ping(),
    access(folder.uploads, constants.W_OK).then(
      () => true,
      () => false,
    ),
  ])
  return [
    { name: 'database', ok: database, detail: locations.database },
    {
      name: 'warehouse',
      ok: warehouse,
      detail: [locations.warehouse, await describeShards(state.warehouse)].filter(Boolean).join('; '),
    },
    { name: 'migrations', ok: migrations, detail: migrations ? 'up to date' : 'not taken' },
    { name: 'jobs', ok: queue, detail: queue ? 'running' : 'not reachable' },
    { name: 'files', ok: files, detail: files ? folder.uploads : `${folder.uploads} cannot be written` },
  ]
}

/** The shards of a cluster, each with its state; '' for a single server. */
async function describeShards({ shards }: Services['state']['warehouse']): Promise<string> {
  const states = await Promise.all(
    shards.map(
      async ({ number, location, ping }) =>
        `shard ${number} (${location}) ${(await ping()) ? 'is up' : 'does not answer'}`,
    ),
  )
  return states.join(', ')
}

async function hasMigrations(database: Services['state']['database']): Promise<boolean> {
  try {
    const { rows } = await database.pool.query('SELECT count(*)::int AS taken FROM schema_migration')
    return rows[0]?.taken > 0
  } catch {
    return false
  }
}
