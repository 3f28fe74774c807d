/**
 * Refuses product code that no entry point reaches, and exports that no other file imports. What only tests use lives in
 * a folder `testing`. `--fix` removes the word `export` where only the file itself uses the name.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { findUnreached, type Violation } from './find-unreached.ts'
import { readModule } from './module-graph.ts'

const folders = {
  entryPoints: [
    'packages/server/src/main.ts',
    'packages/server/src/cli/kept.ts',
    'packages/web/src/main.tsx',
    'packages/site/src/browser/main.ts',
    'tools/breached-passwords.ts',
    'tools/build-site.ts',
    'tools/build-web.ts',
    'tools/openapi.ts',
  ],
  // Programs call the client package; the worlds of `scenarios` exist for the demo, the tests and the benchmarks.
  isLibrary: /^packages\/(client|scenarios)\//,
  isTest: /\.test\.tsx?$|\/testing(\/|\.ts$)|^packages\/ui\/gallery\/|^(bench|e2e|tools)\//,
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /^(packages|tools|bench|e2e)\/.*\.(ts|tsx|mjs)$/.test(file) && !file.endsWith('.d.mts'))
  .filter((file) => existsSync(file))
const modules = new Map(files.map((file) => [file, readModule(file, readFileSync(file, 'utf8'))]))
const missing = folders.entryPoints.filter((file) => !modules.has(file))
if (missing.length > 0)
  throw new Error(`These entry points do not exist: ${missing.join(', ')}. Update tools/reachability.ts.`)

const { violations, reached } = findUnreached(modules, folders)
if (process.argv.includes('--fix')) violations.forEach(removeExport)
if (violations.length > 0) {
  console.error(violations.map(describe).join('\n'))
  console.error(`${violations.length} in all. "node tools/reachability.ts --fix" removes exports used only at home.`)
  process.exit(1)
}
console.log(`reachability: ${reached} files reached from ${folders.entryPoints.length} entry points, no unused export`)

function describe({ file, item, problem }: Violation): string {
  const location = item ? `${file}:${item.line} ${item.name}` : file
  switch (problem) {
    case 'unreached':
      return `${location}: no entry point reaches it. Connect it, delete it, or move it to a folder "testing".`
    case 'used_by_tests':
      return `${location}: only tests use it. Connect it, delete it, or move it to a folder "testing".`
    case 'unused':
      return `${location}: nothing uses it. Delete it.`
    case 'used_at_home':
      return `${location}: no other file imports it. Remove "export".`
  }
}

function removeExport({ file, item, problem }: Violation): void {
  if (problem !== 'used_at_home' || !item) return
  const lines = readFileSync(file, 'utf8').split('\n')
  lines[item.line - 1] = (lines[item.line - 1] ?? '').replace(/^export (?!default)/, '')
  writeFileSync(file, lines.join('\n'))
}
