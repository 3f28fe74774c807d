/**
 * The warehouse client, embedded or not: one client, one dialect. Every query has a scope, and a statement without
 * `{organization_id:UUID}` is rejected before it is sent: no query without an organization.
 */
import { Readable } from 'node:stream'
import { ClickHouseError, ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client'
import { type ErrorCode, KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { patiently } from '../timeouts.ts'
import type { WarehouseAddress } from './embedded.ts'

type Parameters = Record<string, unknown>

interface QueryOptions {
  settings?: ClickHouseSettings
  signal?: AbortSignal
  queryId?: string
}

export interface Warehouse {
  readonly database: string
  /** True when the engine can open files of this machine by their path. */
  readonly readsLocalFiles: boolean
  /** Rows of a scoped SELECT. Decimals come as text, 64-bit integers as numbers. */
  query<Row>(scope: Scope, sql: string, parameters?: Parameters, options?: QueryOptions): Promise<Row[]>
  /** The same rows as a stream, never all in memory; throws when the engine stops early. */
  stream<Row>(scope: Scope, sql: string, parameters?: Parameters, options?: QueryOptions): AsyncIterable<Row>
  /** A scoped statement without rows; `body` is streamed to the engine for `input()`. */
  execute(
    scope: Scope,
    sql: string,
    parameters?: Parameters,
    options?: QueryOptions & { body?: Readable },
  ): Promise<void>
  /** Rows of a query about files or the engine itself, without rows of an organization. */
  inspect<Row>(sql: string, parameters?: Parameters, options?: QueryOptions & { body?: Readable }): Promise<Row[]>
  /** Rows of a SELECT in the engine's own format, for a backup; complete before the first byte is returned. */
  readNative(sql: string, parameters: Parameters, signal?: AbortSignal): Promise<{ rows: number; content: Readable }>
  /** Inserts rows that `readNative` returned. */
  writeNative(insert: string, content: Readable, signal?: AbortSignal): Promise<void>
  /** Schema changes and sweeping: only for the store itself, never reachable from a request. */
  administer(sql: string, parameters?: Parameters): Promise<void>
  ping(): Promise<boolean>
  close(): Promise<void>
}

export function openWarehouse(
  address: WarehouseAddress & { database: string },
  { readsLocalFiles }: { readsLocalFiles: boolean },
): Warehouse {
  const client = createClient({
    ...address,
    // A large import is one statement that responds when it is done.
    request_timeout: 12 * 3_600_000,
    max_open_connections: 20,
    keep_alive: { enabled: true, idle_socket_ttl: 2_000 },
    compression: { response: false, request: false },
    // Long lists of loads or filter values do not fit into a URL.
    use_multipart_params_auto: true,
    // The client's own warnings are about load balancers; errors reach the caller anyway.
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: {
      output_format_json_quote_decimals: 1,
      output_format_json_quote_64bit_integers: 0,
      date_time_output_format: 'iso',
      wait_end_of_query: 0,
    },
  })

  async function rows<Row>(sql: string, parameters: Parameters, options: QueryOptions): Promise<Row[]> {
    try {
      const send = () =>
        client.query({ query: sql, format: 'JSONEachRow', query_params: parameters, ...sendable(options) })
      const answer = await patiently(send, nobodyListens, options.signal)
      return await answer.json<Row>()
    } catch (error) {
      throw readable(error, options.signal)
    }
  }

  async function* streamRows<Row>(sql: string, parameters: Parameters, options: QueryOptions): AsyncGenerator<Row> {
    try {
      const send = () =>
        client.query({ query: sql, format: 'JSONEachRow', query_params: parameters, ...sendable(options) })
      const answer = await patiently(send, nobodyListens, options.signal)
      for await (const rows of answer.stream<Row>()) for (const row of rows) yield row.json() as Row
    } catch (error) {
      throw readable(error, options.signal)
    }
  }

  async function run(sql: string, parameters: Parameters, options: QueryOptions & { body?: Readable }): Promise<void> {
    try {
      if (options.body) {
        const { first, bytes } = statementAndBytes(sql, options.body)
        const { stream } = await client.exec({
          query: first,
          values: bytes,
          query_params: parameters,
          ...sendable(options),
        })
        for await (const _ of stream) {
          // an INSERT returns nothing; the end of the stream is its acknowledgement
        }
      } else {
        const send = () => client.command({ query: sql, query_params: parameters, ...sendable(options) })
        await patiently(send, nobodyListens, options.signal)
      }
    } catch (error) {
      throw readable(error, options.signal)
    }
  }

  return {
    database: address.database,
    readsLocalFiles,
    query: (scope, sql, parameters = {}, options = {}) =>
      rows(scoped(sql), { ...parameters, organization_id: scope.organizationId }, options),
    stream: (scope, sql, parameters = {}, options = {}) =>
      streamRows(scoped(sql), { ...parameters, organization_id: scope.organizationId }, options),
    execute: (scope, sql, parameters = {}, options = {}) =>
      run(scoped(sql), { ...parameters, organization_id: scope.organizationId }, options),
    async inspect<Row>(sql: string, parameters: Parameters = {}, options: QueryOptions & { body?: Readable } = {}) {
      if (!options.body) return rows<Row>(sql, parameters, options)
      try {
        const { stream } = await client.exec({
          query: `${sql} FORMAT JSONEachRow`,
          values: options.body,
          query_params: parameters,
          ...sendable(options),
        })
        let text = ''
        for await (const chunk of stream) text += chunk
        return text
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as Row)
      } catch (error) {
        throw readable(error, options.signal)
      }
    },
    async readNative(sql, parameters, signal) {
      try {
        const { stream, summary } = await client.exec({
          query: `${sql} FORMAT Native`,
          query_params: parameters,
          // An error in the middle would look like the end of the rows.
          clickhouse_settings: { wait_end_of_query: 1 },
          abort_signal: signal,
        })
        return { rows: Number(summary?.result_rows), content: stream }
      } catch (error) {
        throw readable(error, signal)
      }
    },
    writeNative: (insert, body, signal) => run(`${insert} FORMAT Native`, {}, { body, signal }),
    administer: (sql, parameters = {}) => run(sql, parameters, {}),
    ping: async () => (await client.ping({ select: true })).success,
    close: () => client.close(),
  }
}

/**
 * A statement that is sent with a body would have to fit into the URL; a long one does not. The engine reads the start
 * of the statement from the URL and continues in front of the body.
 */
function statementAndBytes(sql: string, body: Readable): { first: string; bytes: Readable } {
  const end = sql.indexOf('\n')
  if (end < 0) return { first: sql, bytes: body }
  async function* bytes() {
    yield Buffer.from(`${sql.slice(end)}\n`)
    yield* body
  }
  return { first: sql.slice(0, end), bytes: Readable.from(bytes(), { objectMode: false }) }
}

function scoped(sql: string): string {
  if (!sql.includes('{organization_id:UUID}')) {
    throw new KeptError('internal', 'A warehouse statement was written without its organization; it was not sent.')
  }
  return sql
}

/** Nothing was sent: the engine is restarting. */
function nobodyListens(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === 'ECONNREFUSED'
}

function sendable({ settings, signal, queryId }: QueryOptions) {
  return { clickhouse_settings: settings, abort_signal: signal, query_id: queryId }
}

/** The engine's error codes that are meaningful to users. */
const engineErrors: Record<string, { code: ErrorCode; message: string }> = {
  '202': { code: 'busy', message: 'The warehouse is busy with too many queries; try again in a moment.' },
  '241': {
    code: 'unavailable',
    message: 'The warehouse ran out of the memory it may use; raise KEPT_WAREHOUSE_MEMORY_MB or ask for less at once.',
  },
  '243': { code: 'unavailable', message: 'The disk of the warehouse is full; nothing was changed.' },
  '394': { code: 'conflict', message: 'This query was canceled.' },
}

/** Maps an error to ours: a lost connection is "try again", an engine error keeps its message. */
function readable(error: unknown, signal: AbortSignal | undefined): unknown {
  if (error instanceof KeptError) return error
  if (signal?.aborted) return signal.reason
  // Our own bugs must not look like errors of the engine.
  if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError) return error
  if (error instanceof ClickHouseError) {
    const engineError = engineErrors[error.code]
    return new KeptError(
      engineError?.code ?? 'internal',
      engineError?.message ?? `The warehouse refused a query: ${error.message}`,
      {
        cause: error,
        details: { type: error.type, code: error.code },
      },
    )
  }
  const foreign = foreignException(error)
  if (foreign) {
    return new KeptError('internal', `The warehouse refused a query: ${foreign.message}`, {
      cause: error,
      details: { type: foreign.type, code: '1001' },
    })
  }
  return new KeptError('unavailable', 'The warehouse was restarted or is not reachable; try again in a moment.', {
    cause: error,
  })
}

/** An exception of a library inside the engine: its format differs from the engine's own errors and is not parsed. */
function foreignException(error: unknown): { type: string; message: string } | undefined {
  const message = error instanceof Error ? error.message : ''
  const library = /std::exception\. Code: 1001, type: ([\w:]+)/.exec(message)?.[1]
  if (library === undefined) return undefined
  return { type: library.startsWith('Azure::') ? 'AZURE_BLOB_STORAGE_ERROR' : 'STD_EXCEPTION', message }
}
