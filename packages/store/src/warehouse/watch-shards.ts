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
  const lost = new AbortController()
  let isOver = false
  const watch = async () => {
    if (isOver) return
    const answers = await Promise.all(shards.map(async (shard) => (await hears(shard)) || (await hears(shard))))
    if (!answers.every(Boolean)) lost.abort(new KeptError(lostShard.code, lostShard.message))
    else if (!isOver) timer = setTimeout(watch, everyMs)
  }
  let timer = setTimeout(watch, afterMs)
  try {
    return await work(signal ? AbortSignal.any([signal, lost.signal]) : lost.signal)
  } finally {
    isOver = true
    clearTimeout(timer)
  }
}

function hears(shard: Warehouse): Promise<boolean> {
  return pingInTime(shard, timeoutMs)
}
