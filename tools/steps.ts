/** Runs the checks of the repository, and says at the end which failed, test by test. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Counts, countsOf, failuresOf, readReport } from './test-report.ts'

export interface Step {
  name: string
  command: [program: string, ...args: string[]]
  /** Runs tests, and can report on them as JSON. */
  tests?: true
  /** Uses the whole machine: it runs after the others, by itself. */
  alone?: true
}

/**
 * The failed tests of each step are listed again at the very end, so that no one has to scroll for them. `atOnce` steps
 * run side by side, except those that run alone; what one of them writes is then shown when it is done.
 */
export async function runSteps(steps: Step[], stepNames: string[], { atOnce = 1 } = {}): Promise<void> {
  const chosen = stepNames.length > 0 ? steps.filter(({ name }) => stepNames.includes(name)) : steps
  if (chosen.length === 0 && stepNames.length > 0) {
    console.error(`There is no step "${stepNames.join(', ')}"; there are: ${steps.map(({ name }) => name).join(', ')}.`)
    process.exit(2)
  }
  const reports = mkdtempSync(join(tmpdir(), 'kept-test-'))
  const failed: string[] = []
  const failures: string[] = []
  const counts: Counts = { passed: 0, failed: 0 }
  const queue = chosen.filter(({ alone }) => !alone)
  await Promise.all(
    Array.from({ length: Math.min(atOnce, queue.length) }, async () => {
      for (let step = queue.shift(); step; step = queue.shift()) await runStep(step)
    }),
  )
  for (const step of chosen) if (step.alone) await runStep(step)
  rmSync(reports, { recursive: true, force: true })
  for (const line of failures) console.error(`\n${line}`)
  if (counts.passed + counts.failed > 0) console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
  if (failed.length > 0) {
    console.error(`\nFailed: ${failed.join(', ')}.`)
    process.exit(1)
  }
  console.log('\nAll well.')

  async function runStep({ name, command, tests, alone }: Step): Promise<void> {
    const started = performance.now()
    const isCollected = atOnce > 1 && !alone
    if (!isCollected) console.log(`\n- ${name}`)
    const [program, ...args] = command
    const file = join(reports, `${name}.json`)
    const reporting = tests ? ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`] : []
    const { status, output } = await runProgram(program, [...args, ...reporting], isCollected)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    if (isCollected) console.log(`\n- ${name}\n${output.trimEnd()}`)
    console.log(`  ${name}: ${status === 0 ? 'ok' : 'FAILED'} in ${seconds} s`)
    if (status !== 0) failed.push(name)
    const report = tests && readReport(file)
    if (!report) return
    const { passed, failed: broken } = countsOf(report)
    if (status !== 0 && broken === 0)
      failures.push(`${name}: every test passed, but an error was thrown beside them; see "Unhandled Errors" above.`)
    counts.passed += passed
    counts.failed += broken
    failures.push(...failuresOf(report, process.cwd()).map((line) => `${name}: ${line}`))
  }
}

async function runProgram(
  program: string,
  args: string[],
  isCollected: boolean,
): Promise<{ status: number | null; output: string }> {
  const child = spawn(program, args, { stdio: isCollected ? ['ignore', 'pipe', 'pipe'] : 'inherit' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ status: 1, output: `${output}${error.message}` }))
    child.on('close', (status) => resolve({ status, output }))
  })
}

/** What was checked before and has not changed is not checked again. */
function incremental(name: string): string[] {
  return ['--incremental', '--tsBuildInfoFile', `node_modules/.kept/${name}.tsbuildinfo`]
}

/** The longest first, so that none of them runs alone at the end while the other core rests. */
export const quickSteps: Step[] = [
  { name: 'unit', command: ['vitest', 'run', '--project', 'unit'], tests: true },
  { name: 'types', command: ['tsc', '-p', 'tsconfig.json', ...incremental('types')] },
  { name: 'walls', command: ['node', '--disable-warning=ExperimentalWarning', 'tools/walls.ts'] },
  { name: 'web-types', command: ['tsc', '-p', 'tsconfig.web.json', ...incremental('web-types')] },
  { name: 'lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'reachability', command: ['node', '--disable-warning=ExperimentalWarning', 'tools/reachability.ts'] },
  { name: 'features', command: ['node', '--disable-warning=ExperimentalWarning', 'tools/features.ts', '--check'] },
  { name: 'language', command: ['node', '--disable-warning=ExperimentalWarning', 'tools/check-language.ts'] },
  { name: 'openapi', command: ['node', '--disable-warning=ExperimentalWarning', 'tools/openapi.ts', '--check'] },
  { name: 'docs', command: ['node', '--disable-warning=ExperimentalWarning', 'tools/check-doc-refs.ts'] },
]
