/**
 * Builds the dashboard into packages/web/dist, when what it is made of has changed since. Called at `npm start`
 * and by hand: `node tools/build-web.ts [--force]`.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { buildWhenChanged, root } from './build-when-changed.ts'
import { checkBudgets, inKilobytes, type Manifest, scriptsOf, weighBuild } from './web-budgets.ts'

const web = join(root, 'packages', 'web')
export const dist = join(web, 'dist')

/** Everything a build is made of: these rooms' sources, the page, the build's own settings, the locked libraries. */
const inputs = [
  'packages/web/src',
  'packages/ui/src',
  'packages/client/src',
  'packages/contract/src',
  'packages/domain/src',
  'packages/foundation/src',
  'packages/web/index.html',
  'packages/web/vite.config.ts',
  'packages/web/package.json',
  'package-lock.json',
]

/** True when it built, false when what is there is current. */
export async function buildWeb({ force = false, log = (_message: string) => {} } = {}): Promise<boolean> {
  return buildWhenChanged({ name: 'web', inputs, proof: join(dist, 'addresses.json'), force }, async () => {
    log('Building the dashboard ...')
    const started = performance.now()
    await inProduction(async () => {
      const { build } = await import('vite')
      await build({ configFile: join(web, 'vite.config.ts'), root: web, logLevel: 'warn' })
    })
    writeFileSync(join(dist, 'preloads.json'), JSON.stringify(screenScripts()))
    writeFileSync(join(dist, 'addresses.json'), JSON.stringify(screenAddresses()))
    const [shell] = weighBuild(dist)
    compressAll(dist)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    log(`Built the dashboard in ${seconds} s; its shell weighs ${shell ? inKilobytes(shell.bytes) : '?'} gzipped.`)
  })
}

/** Where the dashboard has a screen, for the server: what is not among them is the site's, or nothing. */
function screenAddresses(): string[] {
  // One address has no screen of its own: it redirects to the sign-in page.
  return ['/login', ...screenFiles().map(addressOf)]
}

/** The scripts of the screen at each address, so that the page can ask for them before the shell has started. */
function screenScripts(): Record<string, string[]> {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest
  return Object.fromEntries(
    screenFiles().map((file) => {
      const source = /\bimport\('\.\/([^']+)'\)/.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
      const key = `src/screens/${basename(dirname(file))}/${source}`
      return [addressOf(file), manifest[key] ? scriptsOf(manifest, key).map((script) => `/${script}`) : []]
    }),
  )
}

function screenFiles(): string[] {
  const folder = join(web, 'src', 'screens')
  return readdirSync(folder)
    .map((name) => join(folder, name, 'screen.ts'))
    .filter((file) => existsSync(file))
}

function addressOf(file: string): string {
  const address = /\bpath: '(\/[^']*)'/.exec(readFileSync(file, 'utf8'))?.[1]
  if (!address) throw new Error(`${file} names no path; the server must know which addresses are the dashboard's.`)
  return address
}

/** Text is compressed once, here, so that the server only picks the form a browser takes. */
function compressAll(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg|html|json|txt)$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = readFileSync(path)
    if (bytes.length < 1024) continue
    writeFileSync(`${path}.br`, brotliCompressSync(bytes))
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

/** Called from the tests, the environment says "test", and React would come with everything it has for developers. */
async function inProduction(run: () => Promise<void>): Promise<void> {
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    await run()
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
}

if (import.meta.main) {
  const built = await buildWeb({ force: process.argv.includes('--force'), log: (message) => console.log(message) })
  if (!built) console.log('The dashboard is current.')
  else for (const { name, bytes } of checkBudgets(dist)) console.log(`  ${inKilobytes(bytes).padStart(9)}  ${name}`)
}
