/** Sends requests as fast as they are answered, in a process of its own; the job comes as JSON on the standard input. */
import { text } from 'node:stream/consumers'
import autocannon from 'autocannon'

export interface LoadJob {
  url: string
  connections: number
  seconds: number
  /** Each connection asks them in turn. */
  paths: string[]
  /** One for each connection, from the first again when there are more connections. */
  cookies: string[]
  userAgent: string
}

export interface LoadResult {
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Answers that are not 2xx, and requests without an answer. */
  failed: number
}

if (import.meta.main) {
  const job = JSON.parse(await text(process.stdin)) as LoadJob
  process.stdout.write(JSON.stringify(await generate(job)))
}

async function generate({ url, connections, seconds, paths, cookies, userAgent }: LoadJob): Promise<LoadResult> {
  let started = 0
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    timeout: 60,
    setupClient(client) {
      const cookie = cookies[started % Math.max(1, cookies.length)]
      started += 1
      // `setHeaders` would change the first request alone.
      const headers = { 'user-agent': userAgent, 'accept-encoding': 'gzip', ...(cookie && { cookie }) }
      client.setRequests(paths.map((path) => ({ method: 'GET', path, headers })))
    },
  })
  const { requests, latency, non2xx, errors, timeouts } = result
  return {
    requestsPerSecond: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    failed: non2xx + errors + timeouts,
  }
}
