/** Where a restore puts the rows: into engines of a new data folder, or into empty databases by address. */
import { join } from 'node:path'
import type { BackupManifest } from '@kept/domain/backup.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import { codeOf, messageOf } from '@kept/foundation/thrown.ts'
import { type ExternalDatabases, openEmptyDatabase, openEmptyWarehouse } from '@kept/store/backup/empty-databases.ts'
import { connectOwner, type OwnerConnection } from '@kept/store/database/connect-owner.ts'
import { startEmbeddedDatabase } from '@kept/store/database/embedded.ts'
import { embeddedDatabase, prepareDatabase } from '@kept/store/database/open-embedded.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import { openEmbeddedWarehouse } from '@kept/store/warehouse/open-embedded.ts'
import type { Config } from '../platform/config.ts'
import { withoutPassword } from '../platform/log.ts'
import { warehouseAddressOf } from '../platform/warehouse-address.ts'

interface RestoreTarget {
  client: OwnerConnection
  warehouse: Warehouse
  close(): Promise<void>
}

/** Opens empty databases with the tables of the backup's version; the next start migrates them. */
export type OpenRestoreTarget = (into: string, manifest: BackupManifest) => Promise<RestoreTarget>

/** Both engines in the data folder. */
export function embeddedTarget(memoryBytes: number): OpenRestoreTarget {
  return async (into, { database, warehouse }) => {
    const logFolder = join(into, 'logs')
    const closing: (() => Promise<unknown>)[] = []
    const close = async () => {
      for (const end of closing.toReversed()) await end()
    }
    try {
      const postgres = await startEmbeddedDatabase({ folder: join(into, 'postgres'), logFolder })
      closing.push(() => postgres.stop())
      await prepareDatabase(postgres.access, embeddedDatabase, `The database in ${into}`, database.migrations)
      const folder = join(into, 'warehouse')
      const clickhouse = await openEmbeddedWarehouse({ folder, logFolder, memoryBytes, upTo: warehouse.migrations })
      closing.push(() => clickhouse.engine.stop())
      closing.push(() => clickhouse.warehouse.close())
      const client = await connectOwner(postgres.access, embeddedDatabase)
      closing.push(() => client.end())
      return { client, warehouse: clickhouse.warehouse, close }
    } catch (error) {
      await close()
      throw error
    }
  }
}

/** The databases of the settings, which must be empty: one ClickHouse server, or a cluster of any number of shards. */
export function externalTarget(config: Config): OpenRestoreTarget {
  const databases = databasesOf(config)
  return async (_into, { database, warehouse }) => {
    const client = await reachable(`Postgres at ${withoutPassword(databases.databaseUrl)}`, () =>
      openEmptyDatabase(databases, database.migrations),
    )
    try {
      const opened = await reachable(`ClickHouse at ${withoutPassword(config.clickhouseUrl ?? '')}`, () =>
        openEmptyWarehouse(databases.warehouse, warehouse.migrations),
      )
      return {
        client,
        warehouse: opened,
        close: async () => {
          await opened.close()
          await client.end()
        },
      }
    } catch (error) {
      await client.end()
      throw error
    }
  }
}

function databasesOf(config: Config): ExternalDatabases {
  const { databaseUrl, backupDatabaseUrl, clickhouseUrl, clickhouseCluster } = config
  if (databaseUrl === undefined || clickhouseUrl === undefined)
    throw badInput('Set DATABASE_URL and CLICKHOUSE_URL to the empty databases to restore into.')
  const { address, name } = warehouseAddressOf(clickhouseUrl)
  return {
    ...{ databaseUrl, ownerUrl: backupDatabaseUrl ?? databaseUrl },
    warehouse: { address, name, ...(clickhouseCluster && { cluster: clickhouseCluster }) },
  }
}

async function reachable<Result>(name: string, open: () => Promise<Result>): Promise<Result> {
  try {
    return await open()
  } catch (cause) {
    throw new KeptError('bad_input', `${name} cannot be restored into: ${messageOf(cause) || codeOf(cause)}`, { cause })
  }
}
