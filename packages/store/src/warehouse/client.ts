/**
 * The warehouse client, embedded or not: one client, one dialect. Every query has a scope, and a statement without
 * `{organization_id:UUID}` is rejected before it is sent: no query without an organization.
 */
import { Readable } from 'node:stream'
import { ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { codeOf } from '@kept/foundation/thrown.ts'
import { patiently } from '../timeouts.ts'
import { tracedStatement } from '../tracing.ts'
import type { WarehouseAddress } from './embedded.ts'
import { readable as readableError } from './errors.ts'

type Parameters = Record<string, unknown>

export interface QueryOptions {
  settings?: ClickHouseSettings
  signal?: AbortSignal
  queryId?: string
}

export type InspectOptions = QueryOptions & { body?: Readable }

/** A server of a cluster that holds a part of the rows. */
export interface WarehouseShard {
  /** From 1. */
  number: number
  location: string
  ping(): Promise<boolean>
}

export interface Warehouse {
  readonly database: string
  /** The database of the tables that hold the rows: `database`, or on a cluster that of each shard's own tables. */
  readonly localDatabase: string
  /** None for a single server. */
  readonly shards: readonly WarehouseShard[]
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
  /**
   * A scoped statement on every shard's own rows: what an engine does only where rows are stored (ALTER, DELETE), and
   * what is calculated where they are. Returns when all shards have acknowledged it; throws when one has not.
   */
  executeOnShards(scope: Scope, sql: string, parameters?: Parameters, options?: QueryOptions): Promise<void>
  /** The rows of every shard's answer about its own rows, one shard after the other. */
  queryShards<Row>(scope: Scope, sql: string, parameters?: Parameters, options?: QueryOptions): Promise<Row[]>
  /** Rows of a query about files or the engine itself, without rows of an organization. */
  inspect<Row>(sql: string, parameters?: Parameters, options?: QueryOptions & { body?: Readable }): Promise<Row[]>
  /** Rows of a SELECT in the engine's own format, for a backup; complete before the first byte is returned. */
  readNative(sql: string, parameters: Parameters, signal?: AbortSignal): Promise<{ rows: number; content: Readable }>
  /** Inserts rows that `readNative` returned. */
  writeNative(insert: string, content: Readable, signal?: AbortSignal): Promise<void>
  /** Schema changes and sweeping: only for the store itself, never reachable from a request. */
  administer(sql: string, parameters?: Parameters): Promise<void>
  /** The same on every shard, in the database of its own tables. */
  administerShards(sql: string, parameters?: Parameters): Promise<void>
  /** The rows of every shard's answer about its own tables, one shard after the other. */
  inspectShards<Row>(sql: string, parameters?: Parameters): Promise<Row[]>
  ping(signal?: AbortSignal): Promise<boolean>
  close(): Promise<void>
}

interface WarehouseOptions {
  readsLocalFiles: boolean
  /** Of all statements. */
  settings?: ClickHouseSettings
  /** The server asks other shards: its errors may be theirs. */
  isClustered?: boolean
}

export function openWarehouse(
  address: WarehouseAddress & { database: string },
  { readsLocalFiles, settings, isClustered }: WarehouseOptions,
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
      ...settings,
    },
  })
  const readable = (error: unknown, signal: AbortSignal | undefined) => readableError(error, signal, isClustered)

  async function rows<Row>(sql: string, parameters: Parameters, options: QueryOptions): Promise<Row[]> {
    try {
      const send = () =>
        client.query({ query: sql, format: 'JSONEachRow', query_params: parameters, ...sendable(options) })
      return await tracedStatement('clickhouse', sql, async () => {
        const answer = await patiently(send, nobodyListens, options.signal)
        return answer.json<Row>()
      })
    } catch (error) {
      throw readable(error, options.signal)
    }
  }

  async function* streamRows<Row>(sql: string, parameters: Parameters, options: QueryOptions): AsyncGenerator<Row> {
    try {
      const send = () =>
        client.query({ query: sql, format: 'JSONEachRow', query_params: parameters, ...sendable(options) })
      const answer = await tracedStatement('clickhouse', sql, () => patiently(send, nobodyListens, options.signal))
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
        await tracedStatement('clickhouse', sql, () => patiently(send, nobodyListens, options.signal))
      }
    } catch (error) {
      throw readable(error, options.signal)
    }
  }

  async function inspect<Row>(
    sql: string,
    parameters: Parameters = {},
    options: QueryOptions & { body?: Readable } = {},
  ): Promise<Row[]> {
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
  }

  const query: Warehouse['query'] = (scope, sql, parameters = {}, options = {}) =>
    rows(scoped(sql), { ...parameters, organization_id: scope.organizationId }, options)
  const execute: Warehouse['execute'] = (scope, sql, parameters = {}, options = {}) =>
    run(scoped(sql), { ...parameters, organization_id: scope.organizationId }, options)
  const administer: Warehouse['administer'] = (sql, parameters = {}) => run(sql, parameters, {})

  return {
    database: address.database,
    localDatabase: address.database,
    shards: [],
    readsLocalFiles,
    query,
    queryShards: query,
    stream: (scope, sql, parameters = {}, options = {}) =>
      streamRows(scoped(sql), { ...parameters, organization_id: scope.organizationId }, options),
    execute,
    executeOnShards: execute,
    inspect,
    inspectShards: inspect,
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
    administer,
    administerShards: administer,
    ping: async (signal) => (await client.ping({ select: true, ...(signal && { abort_signal: signal }) })).success,
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
  return codeOf(error) === 'ECONNREFUSED'
}

function sendable({ settings, signal, queryId }: QueryOptions) {
  return { clickhouse_settings: settings, abort_signal: signal, query_id: queryId }
}
