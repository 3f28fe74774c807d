import { readFileSync } from 'node:fs'
import { KeptError } from '@kept/domain/errors.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { listProcesses } from '@kept/store/processes/server-processes.ts'
import { measureStorage } from '@kept/store/storage/measure.ts'
import { listEarlierMeasurements } from '@kept/store/storage/measurements.ts'
import type { Services } from '../platform/context.ts'
import { operatorRoutes, publicRoutes } from '../platform/implement.ts'
import { keptVersion } from '../platform/version.ts'
import { checkParts } from './parts.ts'

export const health = {
  alive: publicRoutes.health.alive.handler(() => ({ status: 'ok' as const })),
  ready: publicRoutes.health.ready.handler(async ({ context }) => {
    if (context.services.drain.isDraining) throw new KeptError('unavailable', 'Not ready: Kept is stopping.')
    const parts = await checkParts(context.services)
    const down = parts.filter(({ ok }) => !ok)
    if (down.length > 0) {
      throw new KeptError('unavailable', `Not ready: ${down.map(({ name }) => name).join(', ')}.`, {
        details: { parts: parts.map(({ name, ok }) => ({ name, ok })) },
      })
    }
    return { status: 'ready' as const, parts: parts.map(({ name, ok }) => ({ name, ok })) }
  }),
  admin: operatorRoutes.health.admin.handler(async ({ context }) => {
    const { services } = context
    // The demo's admin sees the screen of an operator, and nothing of the machine or of other organizations.
    if (context.me.organization.demo && context.authenticatedBy !== 'operator')
      return { data: await describeForDemo(services) }
    const parts = await checkParts(services)
    // A shard that hangs would be waited for; the page says which one it is.
    const isWarehouseUp = parts.some(({ name, ok }) => name === 'warehouse' && ok)
    return {
      data: {
        version: keptVersion(),
        started_at: services.startedAt,
        parts,
        memory: [
          { name: 'kept', bytes: process.memoryUsage().rss },
          ...services.state.pids().flatMap(({ name, pid }) => {
            const bytes = residentBytes(pid)
            return bytes === undefined ? [] : [{ name, bytes }]
          }),
        ],
        storage: isWarehouseUp ? await describeStorage(services) : [],
        ...(await describeWork(services)),
        settings: services.config.settings.map((setting) => ({ ...setting })),
      },
    }
  }),
}

async function describeForDemo(services: Services) {
  const parts = await checkParts(services)
  return {
    version: keptVersion(),
    started_at: services.startedAt,
    parts: parts.map((part) => ({ ...part, detail: '' })),
    memory: [],
    storage: [],
    processes: [],
    jobs: [],
    settings: [],
  }
}

async function describeWork({ state, jobs }: Services) {
  const [processes, queues] = await Promise.all([listProcesses(state.database), jobs.describe()])
  return {
    processes: processes.map(({ host, version, startedAt }) => ({
      host,
      version,
      started_at: startedAt.toISOString(),
    })),
    jobs: queues.map(({ lastFailedAt, ...queue }) => ({
      ...queue,
      last_failed_at: lastFailedAt?.toISOString() ?? null,
    })),
  }
}

/** What is stored now, and what each kind grew by since the first measurement of the last 31 days. */
async function describeStorage({ state, now }: Services) {
  const [kinds, measurements] = await Promise.all([
    measureStorage(state),
    listEarlierMeasurements(state.database, utcDay(now())),
  ])
  const earlier = new Map(measurements.map((measurement) => [measurement.kind, measurement]))
  return kinds.map(({ kind, bytes, rows }) => {
    const before = earlier.get(kind)
    return {
      ...{ name: kind, bytes, rows },
      growth: before ? { since: before.measuredOn, bytes: bytes - before.bytes } : null,
    }
  })
}

/** Linux only; elsewhere the figure is left out rather than guessed. */
function residentBytes(pid: number): number | undefined {
  try {
    const pages = readFileSync(`/proc/${pid}/status`, 'utf8').match(/^VmRSS:\s+(\d+) kB$/m)?.[1]
    return pages === undefined ? undefined : Number(pages) * 1024
  } catch {
    return undefined
  }
}
