/**
 * The end of a server without a lost request: first it goes on answering while `/ready` says that it stops, so that the
 * proxy chooses another process; then it accepts no more and finishes what it has begun.
 */
import type { Server, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** What is not answered by then is cut off: a container is killed some seconds later. */
const longestAnswerMs = 10_000

export class Drain {
  readonly #open = new Set<ServerResponse>()
  #isDraining = false

  get isDraining(): boolean {
    return this.#isDraining
  }

  /** Call it before the first request. */
  watch(server: Server): void {
    server.prependListener('request', (_request, response: ServerResponse) => {
      this.#open.add(response)
      response.once('close', () => this.#open.delete(response))
      if (this.#isDraining) response.shouldKeepAlive = false
    })
  }

  /** `graceMs`: how long requests are accepted still. Resolves when all are answered, or after ten seconds more. */
  async run(server: Server, graceMs: number): Promise<void> {
    this.#isDraining = true
    // A connection that closes with its answer cannot carry a request that no one reads.
    for (const response of this.#open) response.shouldKeepAlive = false
    if (graceMs > 0) await wait(graceMs)
    server.close()
    const deadline = performance.now() + longestAnswerMs
    while (this.#open.size > 0 && performance.now() < deadline) await wait(20)
  }
}
