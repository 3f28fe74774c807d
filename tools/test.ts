/** `npm test [-- step ...]`: everything, a real browser included. */
import { ensureBrowser } from './browser.ts'
import { quickSteps, runSteps } from './steps.ts'

const only = process.argv.slice(2)
if (only.length === 0 || only.includes('journeys')) ensureBrowser()

await runSteps(
  [
    ...quickSteps,
    { name: 'integration', command: ['vitest', 'run', '--project', 'integration'], tests: true },
    { name: 'journeys', command: ['vitest', 'run', '--project', 'journeys'], tests: true },
  ],
  only,
)
