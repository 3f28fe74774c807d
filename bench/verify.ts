/**
 * `kept verify` as its user runs it: a signed statement of a month with an action on each of many machines, held against
 * the bill by the hour. Beside it, in the same run, the same method over lines that are there already.
 */
import { spawn } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { completeStatement } from '@kept/engine/savings/statement/complete-statement.ts'
import { methodVersion } from '@kept/engine/savings/statement/method-version.ts'
import { signStatement } from '@kept/engine/savings/statement/sign-statement.ts'
import { type StatementDraft, setupOf } from '@kept/engine/savings/statement/statement-draft.ts'
import { defaultRule } from '@kept/engine/testing/default-rule.ts'
import { emptyChain } from '@kept/foundation/hash/chain.ts'
import { savingsBillCsv } from '@kept/scenarios/savings/bill-csv.ts'
import { type Benchmark, median } from './benchmark.ts'
import { calculateFleet, fleetLines, fleetMonth, setupOf as settingsOf, sha256 } from './fleet-month.ts'
import { trackPeakMemory } from './process-tree.ts'

const machines = Number(process.env.BENCH_MACHINES ?? 10_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const month = '2026-09'

export const verifyBenchmark: Benchmark = {
  name: 'verify',
  title: `kept verify: a month of ${machines.toLocaleString('en-US')} machines by the hour`,
  async run({ scratch, print }) {
    print('making the bill and its statement ...')
    const { durationMs, lines } = makeStatement(join(scratch, 'statement.json'))
    const bill = join(scratch, 'bill.csv')
    await pipeline(Readable.from(savingsBillCsv(fleetLines(month, machines))), createWriteStream(bill))
    await pipeline(createReadStream(bill), createGzip({ level: 1 }), createWriteStream(`${bill}.gz`))
    const rows: string[][] = []
    for (const path of [bill, `${bill}.gz`]) {
      const runs: Run[] = []
      for (let round = 0; round < rounds; round += 1) {
        const run = await verify(join(scratch, 'statement.json'), path)
        print(`${seconds(run.ms)} s, ${Math.round(run.peakBytes / 1e6)} MB`)
        runs.push(run)
      }
      const middle = (pick: (run: Run) => number) => median(runs.map(pick))
      rows.push([
        path.endsWith('.gz') ? 'CSV, gzip' : 'CSV',
        `${(statSync(path).size / 1e9).toFixed(2)} GB`,
        seconds(middle(({ ms }) => ms)),
        String(Math.round(middle(({ peakBytes }) => peakBytes) / 1e6)),
        (middle(({ ms }) => ms) / durationMs).toFixed(2),
      ])
    }
    return {
      description: `An action on each of ${machines.toLocaleString('en-US')} machines, ${lines.toLocaleString('en-US')} lines; from the start of the command to its end, memory as the largest sum over the command and whatever it starts (proportional set size, looked at every 50 ms). The method alone, over lines that are there already, took ${seconds(durationMs)} s in the same run.`,
      head: ['bill', 'size', 's', 'peak memory, MB', 'times the method alone'],
      rows,
      notes: ['To reach: 30 s and 500 MB on two cores.'],
    }
  },
}

function makeStatement(path: string): { durationMs: number; lines: number } {
  const fleet = fleetMonth(month, machines)
  const draft: StatementDraft = {
    ...{ format: 'kept.savings-statement', version: 1, organization_id: 'acme', issued_at: '2026-10-05T09:00:00Z' },
    ...{ period: month, currency: 'USD', code_version: methodVersion, config: settingsOf(month, [], new Map()).config },
    actions: fleet.actions,
    baselines: [...fleet.baselines.values()],
    ...{ commitment_baselines: [], price_notices: [], demand: [], earlier: [], before: emptyChain },
    ...{ carried_before: '0', commission_rule: defaultRule('USD'), checkpoints: [] },
  }
  const { settled: calculatedMonth, lines, durationMs } = calculateFleet(setupOf(draft, sha256), fleet, machines)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const statement = signStatement(completeStatement(draft, calculatedMonth, sha256), {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
  })
  writeFileSync(path, `${JSON.stringify(statement, null, 2)}\n`)
  return { durationMs, lines }
}

interface Run {
  ms: number
  peakBytes: number
}

async function verify(statement: string, bill: string): Promise<Run> {
  const started = performance.now()
  const child = spawn(
    process.execPath,
    [
      ...['--disable-warning=ExperimentalWarning', 'packages/server/src/cli/kept.ts'],
      ...['verify', statement, '--bill', bill, '--json', '--no-replacements'],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  if (child.pid === undefined) throw new Error('kept verify did not start')
  const peak = trackPeakMemory(child.pid)
  const exited = once(child, 'exit')
  let output = ''
  for await (const chunk of child.stdout) output += chunk
  const [code] = await exited
  if (code !== 0) throw new Error(`kept verify ended with ${code}: ${output}`)
  return { ms: performance.now() - started, peakBytes: peak.stop() }
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}
