/** Reads the tables of a spawned Kept over a connection of its own, which sees committed rows only. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { credentialsFor, readSecret } from '@kept/store/database/access.ts'
import { connectDatabase, type Database } from '@kept/store/database/connect.ts'
import { applicationRole, ownerRole } from '@kept/store/database/roles.ts'

export interface Witness {
  /** As the application: for helpers that plant rows. */
  database: Database
  /** Committed rows of every organization, as text, sorted. */
  rowsOf(table: string): Promise<string[]>
  /** Sees every organization. */
  query(text: string): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

export async function openWitness(dataFolder: string): Promise<Witness> {
  const folder = join(dataFolder, 'postgres')
  const host = join(folder, 'socket')
  if (!readdirSync(folder).includes('socket')) throw new Error(`no socket in ${folder}`)
  const access = { host, secret: readSecret(folder) ?? '' }
  const owner = connectDatabase({ ...credentialsFor(access, ownerRole), database: 'kept', max: 1 })
  const database = connectDatabase({ ...credentialsFor(access, applicationRole), database: 'kept', max: 2 })
  return {
    database,
    async rowsOf(table) {
      const { rows } = await owner.pool.query<{ row: string }>(`SELECT t::text AS row FROM "${table}" t`)
      return rows.map(({ row }) => row).sort()
    },
    query: async (text) => (await owner.pool.query<Record<string, unknown>>(text)).rows,
    async close() {
      await Promise.allSettled([owner.close(), database.close()])
    },
  }
}
