/** `npm run check [-- step ...]`: the inner loop, in seconds. */
import { quickSteps, runSteps } from './steps.ts'

runSteps(quickSteps, process.argv.slice(2))
