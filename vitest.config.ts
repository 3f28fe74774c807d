import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import LongestFirst from './tools/longest-first.ts'
import { listPureTests } from './tools/needs-engines.ts'

// For the workers, and every Kept that a test starts: what Node compiled once is read by the next process.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.kept/compile-cache', import.meta.url))

/** Imports as the product does, by Node itself. The module runner of Vite takes half as long again to load all of Kept. */
const asNode = { viteModuleRunner: false }

const pureTests = listPureTests()

/** Three kinds: unit (pure, seconds; see needs-engines), integration (real engines), journeys (a real browser against a real Kept). */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [react()],
        test: {
          name: 'unit',
          css: { include: /tokens\.css/ },
          setupFiles: ['tools/same-numbers.ts'],
          // The code keeps no state between tests, and a process of its own for each file takes as long as the tests.
          isolate: false,
          // A slow machine is no failure; speed is measured by the benchmarks.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
          include: [
            'packages/{foundation,domain,contract,client,connectors,engine,scenarios,ui,web,site}/src/**/*.test.{ts,tsx}',
            'tools/**/*.test.ts',
            ...pureTests,
          ],
        },
      },
      {
        test: {
          name: 'integration',
          experimental: asNode,
          include: ['packages/{store,server}/src/**/*.test.ts'],
          exclude: ['**/*.cluster.test.ts', ...pureTests],
          globalSetup: ['tools/test-folder.ts', 'packages/store/src/testing/engines.ts'],
          // The code keeps no state between tests, and importing a whole Kept takes seconds.
          isolate: false,
          setupFiles: ['tools/same-numbers.ts'],
          // What is waited for is given a minute, so a test is given more: a slow machine is no failure here either.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 60_000 } },
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'cluster',
          experimental: asNode,
          // The warehouse's tests on two shards, and what only a cluster can do.
          include: [
            'packages/store/src/{ledger,loads,imports,metrics,reading,resources,warehouse}/**/*.test.ts',
            'packages/{store,server}/src/**/*.cluster.test.ts',
          ],
          exclude: ['packages/store/src/warehouse/embedded.test.ts', ...pureTests],
          globalSetup: ['tools/test-folder.ts', 'packages/store/src/testing/clustered-engines.ts'],
          isolate: false,
          setupFiles: ['tools/same-numbers.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 60_000 } },
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['tools/test-folder.ts', 'e2e/setup.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 60_000 } },
          // Each visits a Kept of its own; see e2e/served.ts.
          maxWorkers: 2,
        },
      },
    ],
  },
})
