/**
 * Builds the site into packages/site/dist, when what it is made of has changed since. Called at `npm start` and by hand:
 * `node tools/build-site.ts [--force]`.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPages } from '../packages/site/src/build/build.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const site = join(root, 'packages', 'site')
export const siteDist = join(site, 'dist')
const stampFile = join(root, 'node_modules', '.kept', 'site-built')

/** Everything the site is made of. */
const inputs = [
  'packages/site/src',
  'packages/site/content',
  'packages/site/pictures',
  'packages/site/card.png',
  'packages/site/package.json',
  'packages/ui/src/styles/tokens.css',
  'packages/foundation/src',
  'packages/web/src/mark.svg',
  'packages/contract/openapi.json',
  'docs',
  'CHANGELOG.md',
  'package-lock.json',
]

/** True when it built, false when what is there is current. */
export async function buildSite({ force = false, say = (_words: string) => {} } = {}): Promise<boolean> {
  const stamp = fingerprint()
  const current =
    existsSync(join(siteDist, 'site.json')) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp
  if (current && !force) return false
  const started = performance.now()
  rmSync(stampFile, { force: true })
  const { pages } = buildPages({ folder: siteDist, script: await bundle(), log: say })
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, stamp)
  say(`Built the site, ${pages.length} pages, in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
  return true
}

/** The browser's script as one small file. */
async function bundle(): Promise<string> {
  const { build } = await import('vite')
  const built = await build({
    configFile: false,
    root: site,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'baseline-widely-available',
      modulePreload: false,
      rollupOptions: { input: join(site, 'src/browser/main.ts'), output: { format: 'iife' } },
    },
  })
  const [result] = [built].flat()
  if (!result || !('output' in result)) throw new Error('The bundler made nothing of the site’s script.')
  const [entry] = result.output
  return entry.code
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const path of inputs.flatMap(filesBelow).toSorted()) {
    hash.update(path).update('\0').update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}

function filesBelow(path: string): string[] {
  const full = join(root, path)
  if (!statSync(full).isDirectory()) return [full]
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

if (import.meta.main) {
  const built = await buildSite({ force: process.argv.includes('--force'), say: (message) => console.log(message) })
  if (!built) console.log('The site is current.')
}
