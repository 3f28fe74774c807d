/** Databases by address that a backup is restored into: they get the tables of its version and must have no rows. */
import { badInput } from '@kept/domain/errors.ts'
import { connectByAddress, type OwnerConnection } from '../database/connect-owner.ts'
import { openExternalDatabase } from '../database/open-external.ts'
import type { Warehouse } from '../warehouse/client.ts'
import type { ClusterAddress } from '../warehouse/cluster-servers.ts'
import type { WarehouseAddress } from '../warehouse/embedded.ts'
import { openClusterDatabase } from '../warehouse/open-cluster.ts'
import { openDatabase } from '../warehouse/open-embedded.ts'

interface WarehouseLocation {
  address: WarehouseAddress
  /** Of the database. */
  name: string
  cluster?: ClusterAddress
}

export interface ExternalDatabases {
  databaseUrl: string
  /** The same database as a user that bypasses row-level security. */
  ownerUrl: string
  warehouse: WarehouseLocation
}

/** Throws KeptError `bad_input` when it has organizations, or the user may not write those of all. */
export async function openEmptyDatabase(
  { databaseUrl, ownerUrl }: Pick<ExternalDatabases, 'databaseUrl' | 'ownerUrl'>,
  migrations: readonly string[],
): Promise<OwnerConnection> {
  const client = await connectByAddress(ownerUrl)
  try {
    await refuseOrdinaryUser(client)
    await refuseOrganizations(client)
    const database = await openExternalDatabase(databaseUrl, migrations)
    await database.close()
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

async function refuseOrdinaryUser(client: OwnerConnection): Promise<void> {
  const { rows } = await client.query<{ powers: boolean }>(
    'SELECT rolsuper OR rolbypassrls AS powers FROM pg_roles WHERE rolname = current_user',
  )
  const restores = await client.query("SET session_replication_role = 'replica'; RESET session_replication_role").then(
    () => true,
    () => false,
  )
  if (rows[0]?.powers && restores) return
  throw badInput(
    'the user sees the rows of one organization only, or may not set session_replication_role; set KEPT_BACKUP_DATABASE_URL to a user that may do both.',
  )
}

async function refuseOrganizations(client: OwnerConnection): Promise<void> {
  const { rows } = await client.query<{ is_there: boolean }>(
    "SELECT to_regclass('public.organization') IS NOT NULL AS is_there",
  )
  if (!rows[0]?.is_there) return
  const { rows: counts } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM organization')
  if (counts[0]?.count) throw badInput(`it has ${counts[0].count} organizations; name an empty database.`)
}

/** Throws KeptError `bad_input` when one of its tables has rows. */
export async function openEmptyWarehouse(
  location: WarehouseLocation,
  migrations?: readonly string[],
): Promise<Warehouse> {
  const warehouse = await openLocation(location, migrations)
  try {
    const filled = await filledTables(warehouse)
    if (filled.length > 0)
      throw badInput(
        `its database "${location.name}" has rows in ${filled.join(', ')}; name an empty database, or drop this one if an interrupted restore left it.`,
      )
    return warehouse
  } catch (error) {
    await warehouse.close()
    throw error
  }
}

/** One server, or a cluster; the user reads no files of the server. */
export function openLocation(
  { address, name, cluster }: WarehouseLocation,
  upTo?: readonly string[],
): Promise<Warehouse> {
  const options = { readsLocalFiles: false, ...(upTo && { upTo }) }
  return cluster ? openClusterDatabase(address, name, cluster, options) : openDatabase(address, name, options)
}

async function filledTables(warehouse: Warehouse): Promise<string[]> {
  const rows = await warehouse.inspectShards<{ name: string }>(
    `SELECT table AS name FROM system.parts
     WHERE database = {database:String} AND active AND table != 'schema_migration' GROUP BY table ORDER BY table`,
    { database: warehouse.localDatabase },
  )
  return [...new Set(rows.map(({ name }) => name))]
}
