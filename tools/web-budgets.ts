/**
 * What a page may weigh, in gzipped bytes of script, read from Vite's manifest: the shell, what opens from its bar and is
 * fetched once the shell stands still, each lazy screen beyond both, and what comes only with a chart.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** One entry of Vite's manifest, as far as it matters here. */
interface ManifestEntry {
  file: string
  isEntry?: boolean
  isDynamicEntry?: boolean
  imports?: string[]
}
export type Manifest = Record<string, ManifestEntry>

interface Weight {
  name: string
  bytes: number
  limit: number
}

const kilobyte = 1000
const budgets = {
  shell: 170 * kilobyte,
  bar: 45 * kilobyte,
  // The explorer is the largest: it was at 60 until the contract declared idempotency, at 62 until it asked why each
  // group changed, and at 66 until it drilled down with facets. A part that opens from a screen counts with its code.
  screen: 70 * kilobyte,
  chart: 130 * kilobyte,
} as const

/** Loaded by `shell/after-paint.ts` on every screen, before the user can click. */
const fromTheBar = /\/shell\/(BellList|UserMenuList|PhoneSidebar|SessionEnd)\.tsx$/

/** `weigh` gives the gzipped size of a built file. */
export function weighParts(manifest: Manifest, weigh: (file: string) => number): Weight[] {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  if (!entry) throw new Error('The manifest has no entry; was the dashboard built?')
  const shell = closure(manifest, entry)
  const parts = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry)
  const size = (keys: Iterable<string>) => {
    const files = new Set([...keys].map((key) => manifest[key]?.file ?? '').filter((file) => file.endsWith('.js')))
    return [...files].reduce((sum, file) => sum + weigh(file), 0)
  }
  const bar = new Set(
    parts.filter((key) => fromTheBar.test(key)).flatMap((key) => [...closure(manifest, key)]),
  ).difference(shell)
  const preloaded = shell.union(bar)
  return [
    { name: 'app shell', bytes: size(shell), limit: budgets.shell },
    { name: 'what opens from the bar', bytes: size(bar), limit: budgets.bar },
    ...parts
      .filter((key) => !fromTheBar.test(key))
      .map((key) => ({
        name: key.replace(/^(\.\.\/)*/, ''),
        bytes: size(closure(manifest, key).difference(preloaded)),
        limit: key.includes('/charts/') ? budgets.chart : budgets.screen,
      })),
  ]
}

/** The scripts of each lazy part beyond the shell, by the part's own source file, the part itself first. */
export function scriptsOf(manifest: Manifest, key: string): string[] {
  const entry = Object.keys(manifest).find((candidate) => manifest[candidate]?.isEntry)
  const shell = entry ? closure(manifest, entry) : new Set<string>()
  const files = [...closure(manifest, key).difference(shell)].map((imported) => manifest[imported]?.file ?? '')
  return files.filter((file) => file.endsWith('.js'))
}

/** A file and everything it imports at once. What it imports later is a part of its own. */
function closure(manifest: Manifest, key: string, visited = new Set<string>()): Set<string> {
  if (visited.has(key)) return visited
  visited.add(key)
  for (const imported of manifest[key]?.imports ?? []) closure(manifest, imported, visited)
  return visited
}

/**
 * The shell and the screens that carry schemas: a file imports one where only its data or types were meant. Forms fetch
 * the schema of what they send when someone types (`web/src/form/check-by.ts`), which is a part of its own.
 */
export function partsWithSchemas(manifest: Manifest, read: (file: string) => string): string[] {
  const isSchemaPart = (key: string) => /(contract\/src\/inputs|domain\/src)\//.test(key)
  const hasSchemas = (key: string) => {
    const file = manifest[key]?.file ?? ''
    return file.endsWith('.js') && read(file).includes('_zod')
  }
  return Object.keys(manifest).filter((key) => {
    const isPart = manifest[key]?.isEntry || manifest[key]?.isDynamicEntry
    return isPart && !isSchemaPart(key) && [...closure(manifest, key)].some(hasSchemas)
  })
}

/** What stands in a built dashboard, the shell first. */
export function weighBuild(dist: string): Weight[] {
  return weighParts(manifestOf(dist), (file) => gzipSync(readFileSync(join(dist, file))).length)
}

function manifestOf(dist: string): Manifest {
  return JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest
}

/** Throws one sentence that names every part that is too heavy, or carries schemas. For the tests only: `npm start` serves it anyway. */
export function checkBudgets(dist: string): Weight[] {
  const weights = weighBuild(dist)
  const heavy = weights.filter(({ bytes, limit }) => bytes > limit)
  if (heavy.length > 0) {
    const overweight = heavy.map(
      ({ name, bytes, limit }) => `${name} weighs ${inKilobytes(bytes)}, at most ${inKilobytes(limit)}`,
    )
    throw new Error(`The dashboard is heavier than it may be: ${overweight.join('; ')}.`)
  }
  const carriers = partsWithSchemas(manifestOf(dist), (file) => readFileSync(join(dist, file), 'utf8'))
  if (carriers.length > 0) {
    throw new Error(
      `These parts carry schemas; import their data or types from a file without zod: ${carriers.join(', ')}.`,
    )
  }
  return weights
}

export function inKilobytes(bytes: number): string {
  return `${(bytes / kilobyte).toFixed(1)} kB`
}
