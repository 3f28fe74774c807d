/** The pool as Kysely sees it: it waits during a restart of the server, translates errors and prepares statements. */
import { KeptError } from '@kept/domain/errors.ts'
import { codeOf } from '@kept/foundation/thrown.ts'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { patiently } from '../timeouts.ts'
import { preparedName } from './prepared.ts'

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
  const send = client.query as (...args: unknown[]) => Promise<unknown>
  const query = (...args: [string, readonly unknown[]]) => {
    const name = preparedName(args[0])
    const plain = () => send.apply(client, args)
    const sent =
      name === undefined
        ? plain()
        : send.call(client, { name, text: args[0], values: args[1] }).catch((error: unknown) => {
            if (!isLost(error)) throw error
            return plain()
          })
    return sent.catch((error: unknown) => {
      throw readable(error)
    })
  }
  return { query: query as PostgresPoolClient['query'], release: (error) => client.release(error) }
}

/**
 * A pooler in between has no such prepared statement, or another one by that name, or a migration changed the type of a
 * column that it returns: it is sent once more without a name. In a transaction that fails as the first did.
 */
function isLost(error: unknown): boolean {
  return ['26000', '42P05', '0A000'].includes(codeOf(error) ?? '')
}

/** Errors before a connection is established: no server listens, or it is starting, stopping or recovering. */
function isRefusal(error: unknown): boolean {
  const code = codeOf(error)
  return code !== undefined && ['ECONNREFUSED', 'ENOENT', '57P03'].includes(code)
}

/**
 * A process that was busy computing sees its own timeout before the connection that arrived in the meantime. No work
 * has reached the server at that point, so a wait that timed out is repeated once.
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

/** Lost connections become "try again"; other errors pass unchanged. */
function readable(error: unknown): unknown {
  const code = codeOf(error) ?? ''
  const connectionErrorCodes = ['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE']
  const message = error instanceof Error ? error.message : ''
  const broken =
    /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|Connection ended/
  if (!connectionErrorCodes.includes(code) && !broken.test(message)) return error
  return new KeptError('unavailable', 'The database was restarted or is not reachable; try again in a moment.', {
    cause: error,
  })
}
