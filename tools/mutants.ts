/**
 * How many small mistakes the unit tests notice: `node tools/mutants.ts [--count 100] [--seed 1] [folder ...]` changes one
 * place of engine or domain at a time in a copy of the last commit, runs the tests that depend on the file, and lists
 * the changes that no test noticed.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { listMutations, type Mutation } from './mutation-sites.ts'

/** A mutant that runs for so long is an endless loop, and noticed. */
const timeoutMs = 240_000

const { values, positionals } = parseArgs({
  options: { count: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
})
const folders = positionals.length > 0 ? positionals : ['packages/engine/src', 'packages/domain/src']
const copy = mkdtempSync(join(tmpdir(), 'kept-mutants-'))
execFileSync('git', ['worktree', 'add', '--detach', '--force', copy], { stdio: 'ignore' })
// Hard links: the packages in it are relative links, so that the copy finds its own.
execFileSync('cp', ['-al', 'node_modules', join(copy, 'node_modules')])
try {
  const survivors = run(pick(Number(values.count), Number(values.seed)))
  for (const line of survivors) console.log(line)
  console.log(`${Number(values.count) - survivors.length} of ${values.count} mutants noticed (seed ${values.seed})`)
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', copy], { stdio: 'ignore' })
  rmSync(copy, { recursive: true, force: true })
}

interface Mutant extends Mutation {
  file: string
}

/** Chosen evenly among all places, the same ones for the same seed. */
function pick(count: number, seed: number): Mutant[] {
  const files = execFileSync('git', ['ls-files', ...folders], { encoding: 'utf8', cwd: copy })
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(file))
  const all = files.flatMap((file) =>
    listMutations(file, readFileSync(join(copy, file), 'utf8')).map((mutation) => ({ file, ...mutation })),
  )
  let state = seed
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return all.splice(Math.floor((state / 2 ** 32) * all.length), 1)
  }).flat()
}

function run(mutants: Mutant[]): string[] {
  return mutants.flatMap((mutant, index) => {
    const path = join(copy, mutant.file)
    const text = readFileSync(path, 'utf8')
    const original = text.slice(mutant.start, mutant.end)
    writeFileSync(path, text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end))
    const { status } = spawnSync(
      'vitest',
      ['related', '--run', '--project', 'unit', '--bail', '1', '--passWithNoTests', mutant.file],
      { cwd: copy, stdio: 'ignore', timeout: timeoutMs, killSignal: 'SIGKILL' },
    )
    writeFileSync(path, text)
    const change = `${mutant.file}:${mutant.line} ${original.slice(0, 60)} -> ${mutant.replacement.slice(0, 60)}`
    console.error(`${index + 1}/${mutants.length} ${status === 0 ? 'SURVIVED' : 'noticed'} ${change}`)
    return status === 0 ? [change] : []
  })
}
