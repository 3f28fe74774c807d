/** `npm start`: reads the configuration, starts everything, prints one address, and stops cleanly on a signal. */
import { KeptError } from '@kept/domain/errors.ts'
import { endEnginesNow } from '@kept/store/supervise.ts'
import { readConfig } from './platform/config.ts'
import { createLog, type Log } from './platform/log.ts'
import { checkProxySettings } from './platform/proxy.ts'
import { type RunningServer, serve } from './serve.ts'

// Everything that Kept writes is for its own user: bills, logs, settings with secrets.
process.umask(0o077)

/** A stop that takes longer is hurried, as by a second signal. */
const longestStopMs = 30_000
/** One Ctrl-C or kill of a process group arrives several times: from the terminal, from npm, from the bootstrap. */
const sameSignalMs = 1_000
const stopRequested = new KeptError('unavailable', 'Kept was stopped while it started.')

try {
  const config = readConfig(process.env)
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
  server = await serve(config, log, starting.signal)
  const begin = server.setupLink ? `  Become its operator: ${server.setupLink}\n` : ''
  const warning = proxyWarning ? `  Warning: ${proxyWarning}\n` : ''
  process.stdout.write(`\n  Kept is ready: ${server.url}\n${begin}${warning}  Stop it with Ctrl-C.\n\n`)
} catch (error) {
  // What was open is closed by now.
  if (error === stopRequested) process.exit(0)
  if (!(error instanceof KeptError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(2)
}

/**
 * The first signal stops cleanly, also in the middle of starting. A later one, from somebody who is in a hurry, ends
 * the engines at once, and then us: no process is left behind, whatever arrives how often.
 * `stop` returns false when Kept had not started yet: then the start itself ends, and the process with it.
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
          log.error({ err: error }, 'could not stop cleanly')
          void endNow(1)
        },
      )
    })
  }
  process.on('uncaughtException', (error) => {
    // While we stop, what was interrupted may fail in its own way; the stop goes on.
    log.error({ err: error }, 'unexpected error')
    if (firstAt === undefined) void endNow(1)
  })
}
