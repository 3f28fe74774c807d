// The first file a fresh clone runs. It must work on the machine's own Node (20.19 or newer) and
// without a single dependency, because it is what installs them. Everything after the install runs
// on the Node pinned in package.json (see docs/decisions/0001-runtime.md).
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, constants as osConstants, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { memorySettings, serverOptions } from './server-process.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(root, 'node_modules', '.bin')
const stampFile = join(root, 'node_modules', '.kept', 'installed')
/** Where Node keeps what it compiled: the next start of the same code takes half the processor time. */
const compileCache = join(root, 'node_modules', '.kept', 'compile-cache')
const pinnedNode = join(bin, process.platform === 'win32' ? 'node.exe' : 'node')
/** The warehouse engine for platforms the lockfile does not carry; same version as in package.json. */
const engineByPlatform = {
  'darwin-arm64': '@chdb/lib-darwin-arm64',
  'darwin-x64': '@chdb/lib-darwin-x64',
  'linux-arm64': '@chdb/lib-linux-arm64-gnu',
}

const scripts = {
  build: 'tools/build.ts',
  archive: 'tools/offline-archive.ts',
  start: 'tools/start.ts',
  kept: 'packages/server/src/cli/kept.ts',
  test: 'tools/test.ts',
  check: 'tools/check.ts',
  dev: 'tools/dev.ts',
  bench: 'bench/run.ts',
  lighthouse: 'tools/lighthouse.ts',
  gallery: 'tools/gallery.ts',
  screenshots: 'tools/screenshots.ts',
  'snapshots:update': 'tools/update-snapshots.ts',
}

await main(process.argv.slice(2))

async function main([command, ...args]) {
  if (!(command in scripts)) fail(`Unknown command "${command ?? ''}"; one of: ${Object.keys(scripts).join(', ')}.`)
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Kept needs Node 20.19 or newer to start (it then runs on its own); this is ${process.version}.`)
  }
  await installIfStale({ quiet: command === 'kept' })
  await run(command, args)
}

/** Installs exactly what the lockfile says, when it is missing or the lockfile has changed since. */
async function installIfStale({ quiet }) {
  const lock = lockHash()
  if (existsSync(pinnedNode)) {
    if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lock) return
    if (installedByHand()) return stampInstalled(lock)
  }
  if (!quiet) console.log('Installing the locked dependencies (once, about a minute) ...')
  await npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  const engine = engineByPlatform[`${process.platform}-${process.arch}`]
  if (engine && !process.env.CLICKHOUSE_URL && !existsSync(join(root, 'node_modules', engine))) {
    const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const version = optionalDependencies['@chdb/lib-linux-x64-gnu']
    await npm(['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', `${engine}@${version}`])
  }
  if (!existsSync(pinnedNode)) {
    fail(`No pinned Node for ${process.platform}-${process.arch} was installed; see docs/decisions/0001-runtime.md.`)
  }
  stampInstalled(lock)
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

/**
 * Whether npm's own record of what stands in node_modules already agrees with the lockfile, so that a plain "npm ci" is
 * not followed by a second one. Not a postinstall step: "npx kept" from a fresh clone would be refused because of it.
 */
function installedByHand() {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  const required = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(required).every(([path, { version, integrity, link, optional }]) => {
    if (!path.includes('node_modules/') || link) return true
    const there = installed[path]
    // The folder of one workspace is easily left behind when node_modules is copied.
    if (there && !path.startsWith('node_modules/') && !existsSync(join(root, path))) return false
    return there ? there.version === version && there.integrity === integrity : optional === true
  })
}

function stampInstalled(lock) {
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, lock)
}

async function npm(args) {
  const cache = canWriteCache() ? undefined : mkdtempSync(join(tmpdir(), 'kept-npm-'))
  const child = spawn(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...(cache && { npm_config_cache: cache }) },
  })
  const { code, signal } = await forwardSignals(child)
  if (cache) rmSync(cache, { recursive: true, force: true })
  if (signal !== null) process.exit(exitCodeOf(signal))
  if (code !== 0) fail(`"npm ${args[0]}" failed; its own message stands above.`)
}

/** npm refuses to install without a cache it can write; a container's home may be read-only or missing. */
function canWriteCache() {
  const cache = process.env.npm_config_cache ?? join(homedir(), '.npm')
  try {
    mkdirSync(cache, { recursive: true })
    accessSync(cache, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Hands over to the pinned Node: same terminal, same signals, same exit code. */
async function run(command, args) {
  const isServer = command === 'start'
  const options = ['--disable-warning=ExperimentalWarning', ...(isServer ? serverOptions : [])]
  const child = spawn(pinnedNode, [...options, join(root, scripts[command]), ...args], {
    stdio: 'inherit',
    env: {
      ...(isServer && memorySettings),
      NODE_COMPILE_CACHE: compileCache,
      ...process.env,
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      KEPT_ROOT: root,
    },
  })
  const { code, signal } = await forwardSignals(child)
  process.exit(code ?? exitCodeOf(signal))
}

/**
 * Waits for a child. A signal for us is passed on: a plain kill reaches only us. A terminal's Ctrl-C reaches the child
 * twice then; it counts what comes at once as one.
 */
function forwardSignals(child) {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.removeAllListeners(signal)
    process.on(signal, () => child.kill(signal))
  }
  return new Promise((resolve) => {
    child.on('error', (error) => fail(`${child.spawnfile} could not be started: ${error.message}`))
    child.on('exit', (code, signal) => resolve({ code, signal }))
  })
}

function exitCodeOf(signal) {
  return 128 + (osConstants.signals[signal] ?? 15)
}

function fail(sentence) {
  console.error(sentence)
  process.exit(2)
}
