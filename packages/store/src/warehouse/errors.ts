/** Errors of the engine as errors of Kept. */
import { ClickHouseError } from '@clickhouse/client'
import { type ErrorCode, KeptError } from '@kept/domain/errors.ts'

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
export function readable(error: unknown, signal: AbortSignal | undefined, isClustered = false): unknown {
  if (error instanceof KeptError) return error
  if (signal?.aborted) return signal.reason
  // Our own bugs must not look like errors of the engine.
  if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError) return error
  if (error instanceof ClickHouseError) {
    const engineError = isClustered && isLostShard(error) ? lostShard : engineErrors[error.code]
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

export const lostShard = {
  code: 'unavailable' as const,
  message:
    'A shard of the warehouse was restarted or is not reachable, so there is no complete answer; try again in a moment.',
}

/** No connection to a shard, one that broke, or one that is silent. */
function isLostShard({ code }: ClickHouseError): boolean {
  // ATTEMPT_TO_READ_AFTER_EOF, UNEXPECTED_PACKET_FROM_SERVER, SOCKET_TIMEOUT, NETWORK_ERROR, ALL_CONNECTION_TRIES_FAILED
  return ['32', '101', '209', '210', '279'].includes(code)
}

/** An exception of a library inside the engine: its format differs from the engine's own errors and is not parsed. */
function foreignException(error: unknown): { type: string; message: string } | undefined {
  const message = error instanceof Error ? error.message : ''
  const library = /std::exception\. Code: 1001, type: ([\w:]+)/.exec(message)?.[1]
  if (library === undefined) return undefined
  return { type: library.startsWith('Azure::') ? 'AZURE_BLOB_STORAGE_ERROR' : 'STD_EXCEPTION', message }
}
