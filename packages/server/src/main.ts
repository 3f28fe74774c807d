/** `npm start`: reads the configuration, starts everything, prints one address, and stops cleanly on a signal. */
import { KeptError } from '@kept/domain/errors.ts'
import { readConfig } from './platform/config.ts'
import { createLog, type Log } from './platform/log.ts'
import { serve } from './serve.ts'

try {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const starting = serve(config, log)
  stopOnSignal(async () => (await starting).stop(), log)
  const server = await starting
  const begin = server.setupLink ? `  Become its first administrator: ${server.setupLink}\n` : ''
  process.stdout.write(`\n  Kept is ready: ${server.url}\n${begin}  Stop it with Ctrl-C.\n\n`)
} catch (error) {
  if (!(error instanceof KeptError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(2)
}

/**
 * The first signal stops cleanly, also in the middle of starting; a second one, from somebody who is in a hurry, ends
 * at once, and so does a stop that does not come to its end: what is left is taken over or swept by the next start.
 */
function stopOnSignal(stop: () => Promise<void>, log: Log): void {
  const longestStopMs = 30_000
  let asked = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (asked) process.exit(130)
      asked = true
      setTimeout(() => process.exit(1), longestStopMs).unref()
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'could not stop cleanly')
          process.exit(1)
        },
      )
    })
  }
}
