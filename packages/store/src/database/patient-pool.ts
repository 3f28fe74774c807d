/** The pool as Kysely sees it: it waits while the server is being started again, and its errors can be read. */
import { KeptError } from '@kept/domain/errors.ts'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { patiently } from '../timeouts.ts'

export function patientPool(pool: pg.Pool): PostgresPool {
  return {
    async connect() {
      try {
        return readableClient(await onceMore(() => patiently(() => pool.connect(), isRefusal)))
      } catch (error) {
        throw readable(error)
      }
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

function readableClient(client: pg.PoolClient): PostgresPoolClient {
  const query = (...args: [string, readonly unknown[]]) =>
    (client.query as (...args: unknown[]) => Promise<unknown>)(...args).catch((error: unknown) => {
      throw readable(error)
    })
  return { query: query as PostgresPoolClient['query'], release: (error) => client.release(error) }
}

/** Said before a connection stands: nobody listens, or the server is just starting, stopping or recovering. */
function isRefusal(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code !== undefined && ['ECONNREFUSED', 'ENOENT', '57P03'].includes(code)
}

/**
 * A process that was busy with a long sum hears its own timer before the connection that came meanwhile. Nothing of the
 * work has reached the server yet, so a wait that ran out is begun once more.
 */
async function onceMore<Client>(connect: () => Promise<Client>): Promise<Client> {
  try {
    return await connect()
  } catch (error) {
    if (!(error instanceof Error && waitedTooLong.test(error.message))) throw error
    return connect()
  }
}

const waitedTooLong = /timeout exceeded when trying to connect|due to connection timeout/

/** Lost connections are "try again"; everything else passes as it is. */
function readable(error: unknown): unknown {
  const code = (error as { code?: string } | null)?.code ?? ''
  const connectionErrorCodes = ['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE']
  const message = error instanceof Error ? error.message : ''
  const broken =
    /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|Connection ended/
  if (!connectionErrorCodes.includes(code) && !broken.test(message)) return error
  return new KeptError('unavailable', 'The database was restarted or is not reachable; please try again in a moment.', {
    cause: error,
  })
}
