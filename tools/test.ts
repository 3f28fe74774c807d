/** `npm test [-- step ...]`: everything, a real browser included. `cluster` runs only by its name: `shards` is its core. */
import { availableParallelism } from 'node:os'
import { ensureBrowser } from './browser.ts'
import { quickSteps, runSteps, type Step } from './steps.ts'

const clusterTests: Step['command'] = ['vitest', 'run', '--project', 'cluster']
const stepNames = process.argv.slice(2)
if (stepNames.length === 0 || stepNames.includes('journeys')) ensureBrowser()

await runSteps(
  [
    ...quickSteps,
    { name: 'integration', command: ['vitest', 'run', '--project', 'integration'], tests: true, alone: true },
    {
      name: 'shards',
      command: [...clusterTests, 'cluster.test.ts', 'roll-up.test.ts', 'values.test.ts'],
      tests: true,
      alone: true,
    },
    ...(stepNames.includes('cluster')
      ? [{ name: 'cluster', command: clusterTests, tests: true as const, alone: true as const }]
      : []),
    { name: 'journeys', command: ['vitest', 'run', '--project', 'journeys'], tests: true, alone: true },
  ],
  stepNames,
  { atOnce: Math.min(2, availableParallelism()) },
)
