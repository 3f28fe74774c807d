/** Set-up of the same tests on a warehouse of two shards. */
import type { TestProject } from 'vitest/node'
import { startCluster } from './cluster.ts'
import { startFor } from './engines.ts'

export default function startClusteredEngines(project: TestProject): Promise<() => Promise<void>> {
  return startFor(project, (folder) => startCluster(2, { folder, memoryBytes: 2 * 1024 ** 3 }))
}
