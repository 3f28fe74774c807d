/**
 * `npm run bench [-- name ...]`: measures, prints, and writes the section of each benchmark into docs/benchmarks.md
 * with machine and date. Never part of the tests: a figure is looked at, not asserted.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { benchmarks } from './all.ts'
import type { Benchmark, Section } from './benchmark.ts'

const file = 'docs/benchmarks.md'
const requestedNames = process.argv.slice(2)
const chosen = requestedNames.length > 0 ? benchmarks.filter(({ name }) => requestedNames.includes(name)) : benchmarks
const unknown = requestedNames.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name))
if (unknown.length > 0) {
  console.error(
    `There is no benchmark "${unknown.join(', ')}"; there are: ${benchmarks.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(2)
}

for (const benchmark of chosen) {
  console.log(`\n${benchmark.title}`)
  const reason = benchmark.unavailable?.() ?? ''
  if (reason !== '') {
    console.log(`  Skipped: ${reason}`)
    continue
  }
  const section = await runOne(benchmark)
  console.log(`\n${markdown(benchmark, section)}`)
  writeSection(benchmark, markdown(benchmark, section))
}

async function runOne(benchmark: Benchmark): Promise<Section> {
  const scratch = mkdtempSync(join(tmpdir(), `kept-bench-${benchmark.name}-`))
  const shared = '../shared/data'
  try {
    return await benchmark.run({
      scratch,
      sharedData: existsSync(shared) ? shared : undefined,
      print: (text) => console.log(`  ${text}`),
    })
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function markdown({ title, name }: Benchmark, { description, head, rows, notes }: Section): string {
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 1024 ** 3)} GiB`
  const date = utcDay(Date.now())
  return [
    `<!-- ${name} -->`,
    `## ${title}`,
    '',
    description,
    '',
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
    ...notes.map((note) => `- ${note}`),
    '',
    `Measured ${date}, Node ${process.versions.node}, ${machine}; \`npm run bench -- ${name}\`.`,
    `<!-- /${name} -->`,
  ].join('\n')
}

function writeSection({ name }: Benchmark, text: string): void {
  const intro =
    '# Benchmarks\n\nFigures as measured, ours beside a yardstick in the same run: read the ratios, the machine is small.\n'
  const old = existsSync(file) ? readFileSync(file, 'utf8') : intro
  const pattern = new RegExp(`<!-- ${name} -->[\\s\\S]*<!-- /${name} -->`)
  // A replacement function, so that dollar signs in a section stay dollar signs.
  writeFileSync(file, pattern.test(old) ? old.replace(pattern, () => text) : `${old.trimEnd()}\n\n${text}\n`)
}
