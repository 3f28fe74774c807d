/**
 * Builds the site into packages/site/dist, when what it is made of has changed since. Called at `npm start` and by hand:
 * `node tools/build-site.ts [--force]`.
 */
import { join } from 'node:path'
import { buildPages } from '../packages/site/src/build/build.ts'
import { buildWhenChanged, root } from './build-when-changed.ts'

const site = join(root, 'packages', 'site')
export const siteDist = join(site, 'dist')

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
export async function buildSite({ force = false, log = (_message: string) => {} } = {}): Promise<boolean> {
  return buildWhenChanged({ name: 'site', inputs, proof: join(siteDist, 'site.json'), force }, async () => {
    const started = performance.now()
    const { pages } = buildPages({ folder: siteDist, script: await bundle(), log })
    log(`Built the site, ${pages.length} pages, in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
  })
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

if (import.meta.main) {
  const built = await buildSite({ force: process.argv.includes('--force'), log: (message) => console.log(message) })
  if (!built) console.log('The site is current.')
}
