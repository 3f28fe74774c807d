/** `npm start`: reads the configuration, starts Kept, prints its address, and stops cleanly on a signal. */
import { setTimeout as wait } from 'node:timers/promises'
import { KeptError } from '@kept/domain/errors.ts'
import { endEnginesNow } from '@kept/store/supervise.ts'
import { readConfig } from './platform/config.ts'
import { createLog, type Log } from './platform/log.ts'
import { checkProxySettings } from './platform/proxy.ts'
import { resolveOwnModules } from './platform/resolve-own-modules.ts'
import type { RunningServer } from './serve.ts'

// Files are readable only by the server's own user: bills, logs, secrets.
process.umask(0o077)

/** A stop that takes this much longer than its drain is forced, as by a second signal. */
let longestStopMs = 30_000
/** One Ctrl-C arrives several times: from the terminal, npm and the bootstrap script. */
const sameSignalMs = 1_000
/** Longer than it takes to launch both engines. */
const launchMs = 150
const stopRequested = new KeptError('unavailable', 'Kept was stopped during startup.')

try {
  const config = readConfig(process.env)
  longestStopMs += config.drainMs
  const log = createLog(config.logLevel)
  const proxyWarning = checkProxySettings(config)
  if (proxyWarning) log.warn({ event: 'proxy.not_configured' }, proxyWarning)
  const starting = new AbortController()
  let server: RunningServer | undefined
  stopOnSignal(async () => {
    starting.abort(stopRequested)
    await server?.stop()
    return server !== undefined
  }, log)
  // Loaded after the configuration was read: a mistake in it is reported at once, and the files are resolved faster.
  resolveOwnModules()
  const { holdFolder } = await import('./platform/open-engines.ts')
  const opening = holdFolder(config, log)
  // Traces have to be set up before them.
  if (!config.tracing) await giveHeadStart(opening.engines())
  const { serve } = await import('./serve.ts')
  server = await serve(config, log, starting.signal, opening)
  const setupNote = server.setupLink ? `  Set up the operator account: ${server.setupLink}\n` : ''
  const warning = proxyWarning ? `  Warning: ${proxyWarning}\n` : ''
  process.stdout.write(`\n  Kept is ready: ${server.url}\n${setupNote}${warning}  Stop it with Ctrl-C.\n\n`)
} catch (error) {
  // `serve` has closed everything it opened.
  if (error === stopRequested) process.exit(0)
  if (!(error instanceof KeptError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(2)
}

/** Loading keeps this process busy for seconds: engines that were launched before start meanwhile. */
async function giveHeadStart(engines: Promise<unknown>): Promise<void> {
  await Promise.race([engines.catch(() => undefined), wait(launchMs)])
}

/**
 * The first signal stops cleanly, also during startup. A second one kills the engines and exits, so no process is left
 * behind. `stop` returns false when Kept had not started: then startup ends, and the process with it.
 */
function stopOnSignal(stop: () => Promise<boolean>, log: Log): void {
  let firstAt: number | undefined
  const endNow = async (code: number) => {
    await endEnginesNow()
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (firstAt !== undefined) {
        if (performance.now() - firstAt > sameSignalMs) void endNow(130)
        return
      }
      firstAt = performance.now()
      setTimeout(() => void endNow(1), longestStopMs).unref()
      stop().then(
        (wasRunning) => wasRunning && process.exit(0),
        (error: unknown) => {
          log.error({ event: 'server.stop_failed', err: error }, 'could not stop cleanly')
          void endNow(1)
        },
      )
    })
  }
  process.on('uncaughtException', (error) => {
    // During a stop, interrupted work may fail. The stop continues.
    log.error({ event: 'server.uncaught_exception', err: error }, 'unexpected error')
    if (firstAt === undefined) void endNow(1)
  })
}
