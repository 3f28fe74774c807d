/**
 * A question of which a shard hangs would wait for minutes: the server that was asked cannot tell a silent shard from one
 * that calculates. A shard that calculates still answers a ping, so questions that take longer are watched with pings.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { Warehouse } from './client.ts'
import { pingInTime } from './cluster-servers.ts'
import { lostShard } from './errors.ts'

/** An answer that takes less is not watched. */
const afterMs = 500
const timeoutMs = 1_500
const everyMs = 1_000

/** The result of `work`, which is aborted when a shard misses two pings. Throws KeptError 'unavailable' then. */
export async function watchShards<Result>(
  shards: readonly Warehouse[],
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const watch = startWatch(shards, signal)
  try {
    return await Promise.race([work(watch.signal), watch.lost])
  } finally {
    watch.end()
  }
}

/** The same for rows as they come. */
export async function* watchShardsOfStream<Row>(
  shards: readonly Warehouse[],
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => AsyncIterable<Row>,
): AsyncGenerator<Row> {
  const watch = startWatch(shards, signal)
  const rows = work(watch.signal)[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await Promise.race([rows.next(), watch.lost])
      if (next.done) return
      yield next.value
    }
  } finally {
    watch.end()
    rows.return?.().catch(() => undefined)
  }
}

function startWatch(shards: readonly Warehouse[], signal: AbortSignal | undefined) {
  const lost = new AbortController()
  let isOver = false
  const check = async () => {
    const answers = await Promise.all(shards.map(async (shard) => (await hears(shard)) || (await hears(shard))))
    if (isOver) return
    if (answers.every(Boolean)) timer = setTimeout(check, everyMs)
    else lost.abort(new KeptError(lostShard.code, lostShard.message))
  }
  let timer = setTimeout(check, afterMs)
  // An answer that has begun to arrive does not end with the signal, so both are awaited.
  const ended = Promise.withResolvers<never>()
  ended.promise.catch(() => undefined)
  lost.signal.addEventListener('abort', () => ended.reject(lost.signal.reason), { once: true })
  return {
    lost: ended.promise,
    signal: signal ? AbortSignal.any([signal, lost.signal]) : lost.signal,
    end: () => {
      isOver = true
      clearTimeout(timer)
    },
  }
}

function hears(shard: Warehouse): Promise<boolean> {
  return pingInTime(shard, timeoutMs)
}
