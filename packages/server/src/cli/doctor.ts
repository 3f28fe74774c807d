/** `kept doctor`: checks versions, ports, folders and engines, and says how to fix what is missing. */
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { connect } from 'node:net'
import { freemem } from 'node:os'
import { dirname } from 'node:path'
import { messageOf } from '@kept/foundation/thrown.ts'
import { findDatabaseBinaries } from '@kept/store/database/embedded.ts'
import { checkShards } from '@kept/store/warehouse/cluster-servers.ts'
import { findWarehouseLibrary } from '@kept/store/warehouse/embedded.ts'
import { Command } from 'commander'
import { findBrowser } from '../platform/browser.ts'
import { type Config, readConfig, settingDescriptions } from '../platform/config.ts'
import { findRunningKept } from '../platform/data-folder.ts'
import { withoutPassword } from '../platform/log.ts'
import { availableMemory } from '../platform/memory-size.ts'
import { checkProxySettings } from '../platform/proxy.ts'
import { warehouseAddressOf } from '../platform/warehouse-address.ts'
import { type Terminal, textTable } from './terminal.ts'

interface CheckResult {
  name: string
  state: 'ok' | 'missing' | 'note'
  detail: string
}

export function doctorCommand(terminal: Terminal): Command {
  return new Command('doctor')
    .description('Check versions, ports, folders and engines')
    .option('--json', 'print JSON')
    .option('--settings', 'list all settings with their descriptions')
    .action(async ({ json, settings }: { json?: boolean; settings?: boolean }) => {
      if (settings) {
        terminal.out(
          `${textTable(
            [{ head: 'setting' }, { head: 'description' }],
            settingDescriptions.map(({ name, description }) => [name, description]),
            terminal.width,
          )}\n`,
        )
        return
      }
      const recommendations = await examine(readConfig(process.env))
      const ok = recommendations.every(({ state }) => state !== 'missing')
      if (json) {
        terminal.out(`${JSON.stringify({ ok, recommendations }, null, 2)}\n`)
      } else {
        const stateLabels = {
          ok: terminal.style('good', 'ok     '),
          missing: terminal.style('bad', 'MISSING'),
          note: terminal.style('watch', 'note   '),
        }
        for (const { name, state, detail } of recommendations)
          terminal.out(`${stateLabels[state]}  ${name.padEnd(16)} ${detail}\n`)
        terminal.out(ok ? '\nReady to run Kept.\n' : '\nKept cannot run here yet. Fix the items marked MISSING.\n')
      }
      if (!ok) process.exitCode = 2
    })
}

async function examine(config: Config): Promise<CheckResult[]> {
  const running = findRunningKept(config.dataFolder)
  return [
    { name: 'runtime', state: 'ok', detail: `Node ${process.versions.node} on ${process.platform}-${process.arch}` },
    memory(config),
    folder(config.dataFolder),
    disk(config.dataFolder),
    running
      ? { name: 'server', state: 'ok', detail: `running at ${running.url}, pid ${running.pid}` }
      : await port(config),
    engine('database', config.databaseUrl, () => findDatabaseBinaries().postgres),
    engine('warehouse', config.clickhouseUrl, findWarehouseLibrary),
    ...(await shards(config)),
    browser(),
    proxy(config),
  ]
}

function proxy(config: Config): CheckResult {
  const warning = checkProxySettings(config)
  const detail = config.trustProxy ? `trusted: ${config.trustProxy}` : 'none configured'
  return { name: 'proxy', state: warning ? 'note' : 'ok', detail: warning ?? detail }
}

function memory(config: Config): CheckResult {
  const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GiB`
  const available = availableMemory()
  const detail = `${gigabytes(available)}, ${gigabytes(freemem())} free; the warehouse can use up to ${gigabytes(config.warehouseMemoryBytes)}`
  const tight = config.warehouseMemoryBytes > available * 0.8
  return {
    name: 'memory',
    state: tight ? 'note' : 'ok',
    detail: tight ? `${detail}; set KEPT_MEMORY=small` : detail,
  }
}

function folder(path: string): CheckResult {
  const existing = existsSync(path) ? path : nearestExisting(path)
  try {
    accessSync(existing, constants.W_OK)
    return { name: 'data folder', state: 'ok', detail: existing === path ? path : `${path} (will be created)` }
  } catch {
    return {
      name: 'data folder',
      state: 'missing',
      detail: `${existing} is not writable; set KEPT_DATA to another folder`,
    }
  }
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path))
}

function disk(path: string): CheckResult {
  const { bavail, bsize } = statfsSync(nearestExisting(path))
  const free = (bavail * bsize) / 1024 ** 3
  const detail = `${free.toFixed(1)} GiB free`
  return free < 2
    ? { name: 'disk', state: 'note', detail: `${detail}; imports need more space` }
    : { name: 'disk', state: 'ok', detail }
}

async function port({ host, port: portNumber }: Config): Promise<CheckResult> {
  if (portNumber === 0) return { name: 'port', state: 'ok', detail: 'assigned by the system at start' }
  const isInUse = await new Promise<boolean>((resolve) => {
    const socket = connect({ host, port: portNumber, timeout: 1_000 })
    const end = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.on('connect', () => end(true))
    socket.on('error', () => end(false))
    socket.on('timeout', () => end(false))
  })
  return isInUse
    ? { name: 'port', state: 'missing', detail: `${host}:${portNumber} is in use by another program; set KEPT_PORT` }
    : { name: 'port', state: 'ok', detail: `${host}:${portNumber} is free` }
}

function engine(name: string, url: string | undefined, find: () => string): CheckResult {
  if (url) return { name, state: 'ok', detail: `external: ${withoutPassword(url)}` }
  try {
    return { name, state: 'ok', detail: `embedded: ${find()}` }
  } catch (error) {
    return { name, state: 'missing', detail: messageOf(error) }
  }
}

/** Each shard of the cluster; a cluster without an answer is one line. */
async function shards({ clickhouseUrl, clickhouseCluster: cluster }: Config): Promise<CheckResult[]> {
  if (!clickhouseUrl || !cluster) return []
  try {
    const states = await checkShards(warehouseAddressOf(clickhouseUrl).address, cluster)
    return states.map(({ number, location, isUp }) => ({
      name: `shard ${number}`,
      state: isUp ? 'ok' : 'missing',
      detail: isUp ? location : `${location} does not answer; start it, or correct CLICKHOUSE_SHARD_URLS`,
    }))
  } catch (error) {
    const reason = messageOf(error)
    return [{ name: 'shards', state: 'missing', detail: `${withoutPassword(clickhouseUrl)}: ${reason}` }]
  }
}

function browser(): CheckResult {
  const browserPath = findBrowser(process.env)
  return browserPath
    ? { name: 'browser', state: 'ok', detail: `${browserPath} (used by tests only)` }
    : { name: 'browser', state: 'note', detail: 'no Chromium or Chrome found; only tests need it (KEPT_CHROMIUM)' }
}
