/**
 * The environment of one test: a database copied from the migrated template, a warehouse database, two organizations.
 */
import { randomUUID } from 'node:crypto'
import type { Scope } from '@kept/domain/scope.ts'
import pg from 'pg'
import { inject } from 'vitest'
import { quoted, tablesOf } from '../backup/warehouse-parts.ts'
import { credentialsFor, type DatabaseAccess } from '../database/access.ts'
import { connectDatabase, type Database } from '../database/connect.ts'
import { connectOwner, type OwnerConnection } from '../database/connect-owner.ts'
import { applicationRole, ownerRole } from '../database/roles.ts'
import { ensureOrganization } from '../organizations/ensure.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { localDatabaseOf } from '../warehouse/cluster-client.ts'
import { openClusterDatabase } from '../warehouse/open-cluster.ts'
import { openDatabase } from '../warehouse/open-embedded.ts'
import { templateDatabase } from './engines.ts'

export interface World {
  database: Database
  warehouse: Warehouse
  /** The organization under test, and one that must never see its rows. */
  scope: Scope
  otherScope: Scope
  /** A connection that sees all organizations; the caller ends it. */
  openOwner(): Promise<OwnerConnection>
  /** Closes it and drops its databases. */
  close(): Promise<void>
  /** Closes it and keeps its databases. Returns what `openWorld` copies. */
  keep(): Promise<string>
}

interface WorldOptions {
  /** Begins with the rows of a world that was kept, both engines; on a single warehouse. */
  copyOf?: string
  /** To the database, at once. A test that lets several requests wait for locks needs more than the default. */
  connections?: number
}

export async function openWorld({ copyOf, connections = 4 }: WorldOptions = {}): Promise<World> {
  const name = `world_${randomUUID().replaceAll('-', '')}`
  const access = inject('databaseAccess')
  await asOwner(access, async (client) => {
    // Its thousand files are copied as they are: half the time of writing each page through the log.
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${copyOf ?? templateDatabase} STRATEGY FILE_COPY`)
    // Grants on a database itself are not copied with it.
    await client.query(`GRANT CREATE ON DATABASE ${name} TO ${applicationRole}`)
  })
  const database = connectDatabase({ ...credentialsFor(access, applicationRole), database: name, max: connections })
  const warehouse = await openTestWarehouse(name)
  if (copyOf !== undefined) await copyWarehouse(warehouse, copyOf)
  const organization = await ensureOrganization(database, { slug: 'own', name: 'Own', demo: false })
  const otherOrganization = await ensureOrganization(database, { slug: 'other', name: 'Elsewhere', demo: false })
  const disconnect = async () => {
    await warehouse.close()
    await database.close()
  }
  return {
    database,
    warehouse,
    scope: { organizationId: organization.id },
    otherScope: { organizationId: otherOrganization.id },
    openOwner: () => connectOwner(access, name),
    async close() {
      await dropWarehouse(warehouse)
      await disconnect()
      await asOwner(access, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
    },
    async keep() {
      await disconnect()
      return name
    },
  }
}

/** Its files are linked, not written again. */
async function copyWarehouse(warehouse: Warehouse, from: string): Promise<void> {
  for (const { name } of await tablesOf(warehouse))
    await warehouse.administer(`ALTER TABLE ${quoted(name)} ATTACH PARTITION ALL FROM ${from}.${quoted(name)}`)
}

/** On the engines of the tests, one or several. */
function openTestWarehouse(name: string): Promise<Warehouse> {
  const cluster = inject('warehouseCluster')
  const options = { readsLocalFiles: true }
  return cluster
    ? openClusterDatabase(inject('warehouse'), name, cluster, options)
    : openDatabase(inject('warehouse'), name, options)
}

async function dropWarehouse(warehouse: Warehouse): Promise<void> {
  const { database, shards } = warehouse
  await warehouse.administerShards(`DROP DATABASE ${database} SYNC`)
  if (shards.length > 0) await warehouse.administerShards(`DROP DATABASE ${localDatabaseOf(database)} SYNC`)
}

async function asOwner(access: DatabaseAccess, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ ...credentialsFor(access, ownerRole), database: 'postgres' })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
