/**
 * A fair queue: keys take turns, and none holds more than its share. A flood of one organization costs the others a
 * bounded wait, whatever its length.
 */
import { KeptError } from '@kept/domain/errors.ts'

interface FairQueueOptions {
  /** Maximum concurrency in total. */
  slots: number
  /** Maximum concurrency of one key. */
  slotsPerKey: number
  /** Maximum waiting calls of one key; more are rejected with 429. */
  queuePerKey: number
  /** A caller that has waited this long is rejected with 503. */
  maxWaitMs: number
}

interface Waiting {
  start(): void
}

export class FairQueue {
  readonly #options: FairQueueOptions
  readonly #running = new Map<string, number>()
  /** In the order of their turns: the first key is next and then goes to the end. */
  readonly #waiting = new Map<string, Waiting[]>()
  #total = 0

  constructor(options: FairQueueOptions) {
    this.#options = options
  }

  /** Runs `work` when it is the key's turn; rejects with 429 or 503 and a `Retry-After` when it cannot wait. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    await this.#acquire(key)
    try {
      return await work()
    } finally {
      this.#release(key)
    }
  }

  async #acquire(key: string): Promise<void> {
    if (this.#hasRoom(key) && !this.#waiting.has(key)) return this.#occupy(key)
    const queue = this.#waiting.get(key) ?? []
    const { queuePerKey, maxWaitMs } = this.#options
    if (queue.length >= queuePerKey) {
      throw new KeptError('too_many_requests', 'Too many requests at once. Wait for some of them to finish.', {
        details: { retry_after: 1 },
      })
    }
    this.#waiting.set(key, queue)
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        start: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        this.#remove(key, waiting)
        reject(
          new KeptError('busy', 'Kept is busy with your earlier requests. Try again in a moment.', {
            details: { retry_after: 5 },
          }),
        )
      }, maxWaitMs)
      queue.push(waiting)
    })
  }

  #hasRoom(key: string): boolean {
    return this.#total < this.#options.slots && (this.#running.get(key) ?? 0) < this.#options.slotsPerKey
  }

  #occupy(key: string): void {
    this.#total += 1
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1)
  }

  #release(key: string): void {
    this.#total -= 1
    const remaining = (this.#running.get(key) ?? 1) - 1
    if (remaining === 0) this.#running.delete(key)
    else this.#running.set(key, remaining)
    this.#startNext()
  }

  #startNext(): void {
    for (const [key, queue] of this.#waiting) {
      if (!this.#hasRoom(key)) continue
      const next = queue.shift()
      this.#waiting.delete(key)
      if (queue.length > 0) this.#waiting.set(key, queue)
      if (!next) continue
      this.#occupy(key)
      next.start()
      return
    }
  }

  #remove(key: string, waiting: Waiting): void {
    const queue = this.#waiting.get(key)
    if (!queue) return
    const index = queue.indexOf(waiting)
    if (index >= 0) queue.splice(index, 1)
    if (queue.length === 0) this.#waiting.delete(key)
  }
}
