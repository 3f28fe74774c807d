/** The two settings files of the embedded warehouse: its limits, and its users. */
import { hash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export const keptUser = 'kept'

/** A cluster of embedded engines on loopback; each is a shard, and all share the password of Kept's user. */
export interface ClusterMember {
  cluster: string
  password: string
  /** The port of this engine for the others. */
  tcpPort: number
  /** Those of all engines, in the order of the shards. */
  tcpPorts: readonly number[]
}

interface WarehouseFiles {
  config: string
}

export async function writeWarehouseSettings(
  folder: string,
  options: { password: string; memoryBytes: number; logFile: string; member?: ClusterMember },
): Promise<WarehouseFiles> {
  const users = join(folder, 'users.xml')
  const config = join(folder, 'config.xml')
  await writeFile(users, usersXml(options.password, options.memoryBytes), { mode: 0o600 })
  await writeFile(config, configXml({ users, ...options }), { mode: 0o600 })
  return { config }
}

/** The authorization header, as @clickhouse/client sends it. */
export function authorizationOf(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

/**
 * The built-in `default` user must keep an empty password (the engine signs in with it from loopback), so it may only
 * start the listener. Kept's own user gets a new password at every start.
 */
function usersXml(password: string, memoryBytes: number): string {
  const passwordHash = hash('sha256', password)
  const spill = Math.floor(memoryBytes / 4)
  return `<clickhouse>
  <profiles>
    <default>
      <!-- Long lists of loads and filter values; read before authentication. -->
      <http_max_field_value_size>16777216</http_max_field_value_size>
      <http_max_uri_size>4194304</http_max_uri_size>
    </default>
    <kept>
      <max_memory_usage>${Math.floor(memoryBytes * 0.8)}</max_memory_usage>
      <max_bytes_before_external_group_by>${spill}</max_bytes_before_external_group_by>
      <max_bytes_before_external_sort>${spill}</max_bytes_before_external_sort>
    </kept>
  </profiles>
  <quotas><default/></quotas>
  <users>
    <default>
      <password></password>
      <networks><ip>127.0.0.1</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
      <grants><query>GRANT SYSTEM LISTEN ON *.*</query></grants>
    </default>
    <kept>
      <password_sha256_hex>${passwordHash}</password_sha256_hex>
      <networks><ip>127.0.0.1</ip></networks>
      <profile>kept</profile>
      <quota>default</quota>
      <grants><query>GRANT ALL ON *.*</query></grants>
    </kept>
  </users>
</clickhouse>
`
}

/**
 * Only requests that authenticate as Kept's own user reach a query: any user of the machine can connect to the loopback
 * port, and as `default` could stop the listener.
 */
function configXml({
  users,
  password,
  memoryBytes,
  logFile,
  member,
}: {
  users: string
  password: string
  memoryBytes: number
  logFile: string
  member?: ClusterMember
}): string {
  const cache = Math.floor(memoryBytes / 16)
  return `<clickhouse>
  <logger>
    <level>warning</level>
    <log>${logFile}</log>
    <errorlog>${logFile}.err</errorlog>
    <size>20M</size>
    <count>3</count>
  </logger>
  <users_config>${users}</users_config>
  <http_handlers>
    <rule>
      <headers><authorization>${authorizationOf(keptUser, password)}</authorization></headers>
      <handler><type>dynamic_query_handler</type></handler>
    </rule>
  </http_handlers>
  <max_server_memory_usage>${memoryBytes}</max_server_memory_usage>
  <mark_cache_size>${cache}</mark_cache_size>
  <uncompressed_cache_size>0</uncompressed_cache_size>
  <max_concurrent_queries>100</max_concurrent_queries>
  <background_pool_size>2</background_pool_size>
  <!-- Merges make room for imports and questions; without the right to set priorities, this has no effect. -->
  <os_threads_nice_value_merge_mutate>10</os_threads_nice_value_merge_mutate>
  <background_schedule_pool_size>4</background_schedule_pool_size>
  <custom_settings_prefixes>SQL_</custom_settings_prefixes>
  <merge_tree>
    <fsync_after_insert>1</fsync_after_insert>
    <fsync_part_directory>1</fsync_part_directory>
    <number_of_free_entries_in_pool_to_lower_max_size_of_merge>1</number_of_free_entries_in_pool_to_lower_max_size_of_merge>
    <number_of_free_entries_in_pool_to_execute_mutation>1</number_of_free_entries_in_pool_to_execute_mutation>
    <number_of_free_entries_in_pool_to_execute_optimize_entire_partition>1</number_of_free_entries_in_pool_to_execute_optimize_entire_partition>
  </merge_tree>${member ? clusterXml(member) : ''}
</clickhouse>
`
}

function clusterXml({ cluster, password, tcpPorts }: ClusterMember): string {
  const shards = tcpPorts.map(
    (port) => `
      <shard><replica>
        <host>127.0.0.1</host><port>${port}</port><user>${keptUser}</user><password>${password}</password>
      </replica></shard>`,
  )
  return `
  <remote_servers>
    <${cluster}>${shards.join('')}
    </${cluster}>
  </remote_servers>`
}
