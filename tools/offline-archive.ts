/**
 * `npm run archive [-- --out FOLDER]`: one file with everything Kept needs, for machines without a network. It holds the
 * sources, the built dashboard and site, and the packages of this platform, with the Node that Kept runs on.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { formatBytes } from '@kept/foundation/format/number.ts'
import { messageOf } from '@kept/foundation/thrown.ts'
import packageJson from '../package.json' with { type: 'json' }
import { archivedFiles } from './archived-files.ts'
import { root } from './build-when-changed.ts'

const usage = `Usage: npm run archive [-- --out FOLDER]

Writes kept-${packageJson.version}-PLATFORM.tar.gz and its SHA-256, for machines without a network.
Unpack it and run ./kept-${packageJson.version}/start. Guide: docs/guides/install.md`

async function main(): Promise<void> {
  const { values } = readArguments()
  if (values.help) return void console.log(usage)
  const folder = resolve(values.out ?? '.')
  mkdirSync(folder, { recursive: true })
  const name = `kept-${packageJson.version}`
  const file = join(folder, `${name}-${process.platform}-${process.arch}.tar.gz`)
  if (existsSync(file)) stop(`${file} exists. Remove it, or choose another folder with --out.`)
  // Beside the result: the system's own temporary folder is often too small for 1.3 GB.
  const stage = mkdtempSync(join(folder, '.archive-'))
  try {
    const target = join(stage, name)
    mkdirSync(target)
    console.log('Copying the sources ...')
    await run('tar', ['-cf', join(stage, 'sources.tar'), '-C', root, ...archivedFiles(root)])
    await run('tar', ['-xf', join(stage, 'sources.tar'), '-C', target])
    rmSync(join(stage, 'sources.tar'))
    console.log('Installing the packages of this platform ...')
    await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], target)
    await run('node', ['tools/bootstrap.mjs', 'build'], target)
    await run('npm', ['prune', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'], target)
    writeFileSync(join(target, 'start'), startScript, { mode: 0o755 })
    console.log('Compressing ...')
    await run('tar', ['-czf', file, '-C', stage, name])
    const hash = createHash('sha256')
    await pipeline(createReadStream(file), hash)
    const sum = hash.digest('hex')
    writeFileSync(`${file}.sha256`, `${sum}  ${file.slice(folder.length + 1)}\n`)
    console.log(`${file}\n${formatBytes(statSync(file).size)}, SHA-256 ${sum}`)
  } catch (error) {
    rmSync(file, { force: true })
    stop(messageOf(error))
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

function readArguments() {
  try {
    return parseArgs({ options: { out: { type: 'string' }, help: { type: 'boolean', short: 'h' } } })
  } catch (error) {
    return stop(`${messageOf(error)}\n\n${usage}`)
  }
}

async function run(command: string, args: readonly string[], cwd = root): Promise<void> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`"${command} ${args[0]}" failed; its own message stands above.`)
}

function stop(sentence: string): never {
  console.error(sentence)
  process.exit(2)
}

/** Needs no Node of the machine: the one in the archive starts the bootstrap. */
const startScript = `#!/bin/sh
cd "$(dirname "$0")" && exec node_modules/.bin/node tools/bootstrap.mjs "\${@:-start}"
`

await main()
