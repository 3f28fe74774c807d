/** A cluster of embedded engines on this machine, each a shard: for tests and benchmarks. */
import { join } from 'node:path'
import type { ClusterAddress } from '../warehouse/cluster-servers.ts'
import {
  type EmbeddedWarehouse,
  freePort,
  newPassword,
  startEmbeddedWarehouse,
  type WarehouseAddress,
} from '../warehouse/embedded.ts'

export interface TestCluster {
  /** Of the first shard, which queries are sent to. */
  address: WarehouseAddress
  cluster: ClusterAddress
  engines: EmbeddedWarehouse[]
  stop(): Promise<void>
}

const name = 'shards'

/** `memoryBytes` is for each of them. */
export async function startCluster(
  shards: number,
  { folder, memoryBytes }: { folder: string; memoryBytes: number },
): Promise<TestCluster> {
  const password = newPassword()
  const tcpPorts = await Promise.all(Array.from({ length: shards }, freePort))
  const engines = await Promise.all(
    tcpPorts.map((tcpPort, index) => {
      const own = join(folder, `shard-${index + 1}`)
      const member = { cluster: name, password, tcpPort, tcpPorts }
      return startEmbeddedWarehouse({ folder: own, logFolder: own, memoryBytes, member, timeoutMs: 180_000 })
    }),
  )
  const [first] = engines
  if (!first) throw new Error('a cluster needs a shard')
  return {
    address: first.address,
    cluster: { name, shardUrls: engines.map(({ address }) => address.url) },
    engines,
    stop: async () => {
      await Promise.allSettled(engines.map((engine) => engine.stop()))
    },
  }
}
