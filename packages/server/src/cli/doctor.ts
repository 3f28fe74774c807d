/** `kept doctor`: versions, ports, folders, engines, and what is missing, each with what to do about it. */
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { connect } from 'node:net'
import { freemem, totalmem } from 'node:os'
import { dirname } from 'node:path'
import { findDatabaseBinaries } from '@kept/store/database/embedded.ts'
import { findWarehouseLibrary } from '@kept/store/warehouse/embedded.ts'
import { Command } from 'commander'
import { findBrowser } from '../platform/browser.ts'
import { type Config, readConfig, settingWords } from '../platform/config.ts'
import { findRunningKept } from '../platform/data-folder.ts'
import { withoutPassword } from '../platform/log.ts'
import { checkProxySettings } from '../platform/proxy.ts'
import { type Terminal, textTable } from './terminal.ts'

interface Finding {
  what: string
  state: 'ok' | 'missing' | 'note'
  detail: string
}

export function doctorCommand(terminal: Terminal): Command {
  return new Command('doctor')
    .description('look at versions, ports, folders and engines, and say what is missing')
    .option('--json', 'print one JSON object')
    .option('--settings', 'list every setting and what it is for')
    .action(async ({ json, settings }: { json?: boolean; settings?: boolean }) => {
      if (settings) {
        terminal.out(
          `${textTable(
            [{ head: 'setting' }, { head: 'what it is for' }],
            settingWords.map(({ name, words }) => [name, words]),
            terminal.width,
          )}\n`,
        )
        return
      }
      const findings = await examine(readConfig(process.env))
      const ok = findings.every(({ state }) => state !== 'missing')
      if (json) {
        terminal.out(`${JSON.stringify({ ok, findings }, null, 2)}\n`)
      } else {
        const mark = {
          ok: terminal.style('good', 'ok     '),
          missing: terminal.style('bad', 'MISSING'),
          note: terminal.style('watch', 'note   '),
        }
        for (const { what, state, detail } of findings) terminal.out(`${mark[state]}  ${what.padEnd(16)} ${detail}\n`)
        terminal.out(ok ? '\nKept can run here.\n' : '\nKept cannot run here until the missing parts are there.\n')
      }
      if (!ok) process.exitCode = 2
    })
}

async function examine(config: Config): Promise<Finding[]> {
  const running = findRunningKept(config.dataFolder)
  return [
    { what: 'runtime', state: 'ok', detail: `Node ${process.versions.node} on ${process.platform}-${process.arch}` },
    memory(config),
    folder(config.dataFolder),
    disk(config.dataFolder),
    running
      ? { what: 'server', state: 'ok', detail: `running at ${running.url}, pid ${running.pid}` }
      : await port(config),
    engine('database', config.databaseUrl, () => findDatabaseBinaries().postgres),
    engine('warehouse', config.clickhouseUrl, findWarehouseLibrary),
    browser(),
    proxy(config),
  ]
}

function proxy(config: Config): Finding {
  const warning = checkProxySettings(config)
  const detail = config.trustProxy ? `trusted: ${config.trustProxy}` : 'none configured'
  return { what: 'proxy', state: warning ? 'note' : 'ok', detail: warning ?? detail }
}

function memory(config: Config): Finding {
  const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GiB`
  const detail = `${gigabytes(totalmem())}, ${gigabytes(freemem())} free; the warehouse may use ${gigabytes(config.warehouseMemoryBytes)}`
  const tight = config.warehouseMemoryBytes > totalmem() * 0.8
  return {
    what: 'memory',
    state: tight ? 'note' : 'ok',
    detail: tight ? `${detail}: set KEPT_WAREHOUSE_MEMORY_MB lower` : detail,
  }
}

function folder(path: string): Finding {
  const existing = existsSync(path) ? path : nearestExisting(path)
  try {
    accessSync(existing, constants.W_OK)
    return { what: 'data folder', state: 'ok', detail: existing === path ? path : `${path} (will be made)` }
  } catch {
    return {
      what: 'data folder',
      state: 'missing',
      detail: `${existing} cannot be written; set KEPT_DATA to another folder`,
    }
  }
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path))
}

function disk(path: string): Finding {
  const { bavail, bsize } = statfsSync(nearestExisting(path))
  const free = (bavail * bsize) / 1024 ** 3
  const detail = `${free.toFixed(1)} GiB free`
  return free < 2
    ? { what: 'disk', state: 'note', detail: `${detail}: bills and their roll-ups need room` }
    : { what: 'disk', state: 'ok', detail }
}

async function port({ host, port: wanted }: Config): Promise<Finding> {
  if (wanted === 0) return { what: 'port', state: 'ok', detail: 'chosen by the system at start' }
  const taken = await new Promise<boolean>((resolve) => {
    const socket = connect({ host, port: wanted, timeout: 1_000 })
    const end = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.on('connect', () => end(true))
    socket.on('error', () => end(false))
    socket.on('timeout', () => end(false))
  })
  return taken
    ? { what: 'port', state: 'missing', detail: `${host}:${wanted} is in use by another program; set KEPT_PORT` }
    : { what: 'port', state: 'ok', detail: `${host}:${wanted} is free` }
}

function engine(what: string, url: string | undefined, find: () => string): Finding {
  if (url) return { what, state: 'ok', detail: `by address: ${withoutPassword(url)}` }
  try {
    return { what, state: 'ok', detail: `embedded: ${find()}` }
  } catch (error) {
    return { what, state: 'missing', detail: error instanceof Error ? error.message : String(error) }
  }
}

function browser(): Finding {
  const found = findBrowser(process.env)
  return found
    ? { what: 'browser', state: 'ok', detail: `${found} (for the tests only)` }
    : { what: 'browser', state: 'note', detail: 'no Chromium or Chrome; only the tests need one (KEPT_CHROMIUM)' }
}
