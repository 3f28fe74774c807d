/** Runs the checks of the house one after the other, and says at the end which failed. */
import { spawnSync } from 'node:child_process'

export interface Step {
  name: string
  command: [program: string, ...args: string[]]
}

export function runSteps(steps: Step[], only: string[]): void {
  const chosen = only.length > 0 ? steps.filter(({ name }) => only.includes(name)) : steps
  if (chosen.length === 0) {
    console.error(`There is no step "${only.join(', ')}"; there are: ${steps.map(({ name }) => name).join(', ')}.`)
    process.exit(2)
  }
  const failed: string[] = []
  for (const { name, command } of chosen) {
    const started = performance.now()
    console.log(`\n- ${name}`)
    const [program, ...args] = command
    const { status } = spawnSync(program, args, { stdio: 'inherit' })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`  ${name}: ${status === 0 ? 'ok' : 'FAILED'} in ${seconds} s`)
    if (status !== 0) failed.push(name)
  }
  if (failed.length > 0) {
    console.error(`\nFailed: ${failed.join(', ')}.`)
    process.exit(1)
  }
  console.log('\nAll well.')
}

export const quickSteps: Step[] = [
  { name: 'types', command: ['tsc', '-p', 'tsconfig.json'] },
  { name: 'web-types', command: ['tsc', '-p', 'tsconfig.web.json'] },
  { name: 'walls', command: ['node', '--disable-warning=ExperimentalWarning', 'tools/walls.ts'] },
  { name: 'lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'openapi', command: ['node', '--disable-warning=ExperimentalWarning', 'tools/openapi.ts', '--check'] },
  { name: 'docs', command: ['node', '--disable-warning=ExperimentalWarning', 'tools/check-doc-refs.ts'] },
  { name: 'unit', command: ['vitest', 'run', '--project', 'unit'] },
]
