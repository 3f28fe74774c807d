/** The servers of a ClickHouse cluster, and how Kept reaches each: what is done per shard is sent to the shard itself. */
import { badInput } from '@kept/domain/errors.ts'
import { openWarehouse, type Warehouse } from './client.ts'
import type { WarehouseAddress } from './embedded.ts'

export interface ClusterAddress {
  /** Its name in `remote_servers` of the servers. */
  name: string
  /**
   * The URL of each shard, in their order. Default: the host that the cluster names for it, with the port of the server
   * that queries are sent to.
   */
  shardUrls?: readonly string[] | undefined
}

interface Identity {
  host: string
  port: number
}

interface ListedShard {
  number: number
  host: string
}

const identitySql = 'hostName() AS host, tcpPort() AS port'

/** The address of each shard, checked: the server there is the one that the cluster calls by this number. */
export async function findShards(
  first: Warehouse,
  address: WarehouseAddress,
  cluster: ClusterAddress,
): Promise<WarehouseAddress[]> {
  const { name } = cluster
  const listed = await listShards(first, cluster)
  const [own] = await first.inspect<Identity>(`SELECT ${identitySql}`)
  const identities = await first.inspect<Identity & { number: number }>(
    `SELECT _shard_num AS number, ${identitySql} FROM cluster({name:String}, system.one)`,
    { name },
  )
  if (!identities.some((identity) => own && isSame(own, identity)))
    throw badInput(`it is no shard of the cluster "${name}"; set CLICKHOUSE_URL to one of its servers.`)
  const addresses: WarehouseAddress[] = []
  for (const shard of listed) {
    const identity = identities.find(({ number }) => number === shard.number)
    if (!identity) throw badInput(`shard ${shard.number} of the cluster "${name}" does not answer.`)
    const shardAddress = own && isSame(own, identity) ? address : addressOf(address, shard, cluster)
    await checkIdentity(shardAddress, shard.number, identity, name)
    addresses.push(shardAddress)
  }
  return addresses
}

interface ShardState {
  number: number
  location: string
  isUp: boolean
}

/** Which shards answer now. Throws KeptError when the server itself does not, or has no such cluster. */
export async function checkShards(address: WarehouseAddress, cluster: ClusterAddress): Promise<ShardState[]> {
  const listed = await withServer(address, (first) => listShards(first, cluster))
  return Promise.all(
    listed.map(async (shard) => {
      const shardAddress = addressOf(address, shard, cluster)
      return {
        number: shard.number,
        location: shardAddress.url,
        isUp: await withServer(shardAddress, (server) => pingInTime(server)),
      }
    }),
  )
}

const pingTimeoutMs = 3_000

/** False for a server that hangs, too. */
export function pingInTime(server: Warehouse, timeoutMs = pingTimeoutMs): Promise<boolean> {
  return server.ping(AbortSignal.timeout(timeoutMs)).catch(() => false)
}

export async function withServer<Result>(
  address: WarehouseAddress,
  work: (server: Warehouse) => Promise<Result>,
): Promise<Result> {
  const server = openWarehouse({ ...address, database: 'default' }, { readsLocalFiles: false })
  try {
    return await work(server)
  } finally {
    await server.close()
  }
}

async function listShards(first: Warehouse, { name, shardUrls }: ClusterAddress): Promise<ListedShard[]> {
  const rows = await first.inspect<{ number: number; hosts: string[] }>(
    `SELECT shard_num AS number, groupArray(host_name) AS hosts FROM system.clusters
     WHERE cluster = {name:String} GROUP BY number ORDER BY number`,
    { name },
  )
  if (rows.length === 0) {
    const clusters = await first.inspect<{ name: string }>('SELECT DISTINCT cluster AS name FROM system.clusters')
    const names = clusters.map((cluster) => cluster.name).join(', ') || 'none'
    throw badInput(`it has no cluster "${name}" in its remote_servers; it has: ${names}. Correct CLICKHOUSE_CLUSTER.`)
  }
  const replicated = rows.find(({ hosts }) => hosts.length > 1)
  if (replicated) {
    throw badInput(
      `shard ${replicated.number} of the cluster "${name}" has ${replicated.hosts.length} replicas and Kept does not replicate its tables yet; name a cluster with one server in each shard.`,
    )
  }
  if (shardUrls && shardUrls.length !== rows.length) {
    throw badInput(
      `the cluster "${name}" has ${rows.length} shards and CLICKHOUSE_SHARD_URLS has ${shardUrls.length} addresses; list one for each.`,
    )
  }
  return rows.map(({ number, hosts }) => ({ number, host: hosts[0] ?? '' }))
}

async function checkIdentity(
  address: WarehouseAddress,
  number: number,
  identity: Identity,
  name: string,
): Promise<void> {
  const [actual] = await withServer(address, (server) => server.inspect<Identity>(`SELECT ${identitySql}`))
  if (actual && isSame(actual, identity)) return
  throw badInput(
    `${address.url} is not shard ${number} of the cluster "${name}" (${identity.host}); correct CLICKHOUSE_SHARD_URLS.`,
  )
}

function isSame(identity: Identity, other: Identity): boolean {
  return identity.host === other.host && identity.port === other.port
}

/** As the settings say, or the host that the cluster names, at the port of the first server. */
function addressOf(first: WarehouseAddress, shard: ListedShard, { shardUrls }: ClusterAddress): WarehouseAddress {
  const configured = shardUrls?.[shard.number - 1]
  if (configured) return { ...first, url: configured }
  const url = new URL(first.url)
  url.hostname = shard.host.includes(':') ? `[${shard.host}]` : shard.host
  return { ...first, url: url.origin }
}
