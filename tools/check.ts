/**
 * `npm run check [-- step ...]`: the inner loop. Steps run two at a time. Types are checked incrementally, walls when an
 * import changed; lint and unit tests look at what
 * differs from the last commit and at what depends on it. `npm run check -- --all` looks at everything, as `npm test`
 * does, and so does a change of what everything depends on.
 */
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { isCommitted, listChangedFiles } from './changed-files.ts'
import { filesChecked } from './checked-files.ts'
import { quickSteps, runSteps, type Step } from './steps.ts'

/** Every file depends on these. */
const everywhere = /^(package(-lock)?\.json|tsconfig.*\.json|biome\.json|vitest\.config\.ts)$/
const code = /\.(ts|tsx|mjs|css|json)$/

const args = process.argv.slice(2)
const changed = listChangedFiles(fileURLToPath(new URL('..', import.meta.url)))
const isComplete = args.includes('--all') || changed === undefined || changed.some((file) => everywhere.test(file))
const steps = isComplete ? quickSteps : quickSteps.flatMap((step) => narrow(step, changed))
if (!isComplete)
  console.log(`${changed.length} files differ from the last commit; "npm run check -- --all" checks all.`)
await runSteps(
  steps,
  args.filter((arg) => arg !== '--all'),
  { atOnce: Math.min(2, availableParallelism()) },
)

/** Whether a check of types reads the file: one it never read and that is not new to it cannot change its answer. */
function mayBeChecked(name: string, file: string): boolean {
  if (!/\.tsx?$/.test(file)) return false
  const read = filesChecked(name)
  return read === undefined || read.has(file) || !isCommitted(file)
}

/** The step over changed files alone, or nothing when it has none to look at. */
function narrow(step: Step, files: string[]): Step[] {
  const sources = files.filter((file) => code.test(file))
  const touches = (pattern: RegExp) => files.some((file) => pattern.test(file))
  switch (step.name) {
    case 'lint':
      return sources.length === 0
        ? []
        : [{ ...step, command: ['biome', 'check', '--error-on-warnings', '--no-errors-on-unmatched', ...sources] }]
    case 'unit':
      return sources.length === 0
        ? []
        : [{ ...step, command: ['vitest', 'related', '--run', '--project', 'unit', '--passWithNoTests', ...sources] }]
    case 'types':
    case 'web-types':
      return touches(/\.tsx?$/) && files.some((file) => mayBeChecked(step.name, file)) ? [step] : []
    case 'walls':
      return touches(/\.tsx?$/) ? [step] : []
    case 'openapi':
      return touches(/^packages\/(contract|domain)\/|^tools\/openapi/) ? [step] : []
    case 'features':
      return touches(/^packages\/.*\.ts$|^tools\/feature|^docs\/FEATURES\.md$/) ? [step] : []
    default:
      return [step]
  }
}
