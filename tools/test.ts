/** `npm test [-- step ...]`: everything, a real browser included. */
import { availableParallelism } from 'node:os'
import { ensureBrowser } from './browser.ts'
import { quickSteps, runSteps } from './steps.ts'

const stepNames = process.argv.slice(2)
if (stepNames.length === 0 || stepNames.includes('journeys')) ensureBrowser()

await runSteps(
  [
    ...quickSteps,
    { name: 'integration', command: ['vitest', 'run', '--project', 'integration'], tests: true, alone: true },
    { name: 'journeys', command: ['vitest', 'run', '--project', 'journeys'], tests: true, alone: true },
  ],
  stepNames,
  { atOnce: Math.min(2, availableParallelism()) },
)
