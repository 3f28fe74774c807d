/**
 * The queue at the door: bodies wait within a limit of bytes, overall and for each organisation, and are worked through
 * one after another. Beyond the limit a sender is asked to come again, which every OpenTelemetry exporter does.
 */
import { KeptError } from '@kept/domain/errors.ts'

export interface QueueLimits {
  bytes: number
  bytesOfOne: number
}

export const queueLimits: QueueLimits = { bytes: 64 * 1024 ** 2, bytesOfOne: 24 * 1024 ** 2 }
const retryAfterSeconds = 5

export class IntakeQueue {
  readonly #limits: QueueLimits
  readonly #held = new Map<string, number>()
  #total = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(limits: QueueLimits = queueLimits) {
    this.#limits = limits
  }

  /** Takes room for a body before it is read; `release` gives it back. */
  reserve(owner: string, bytes: number): () => void {
    const own = this.#held.get(owner) ?? 0
    if (this.#total + bytes > this.#limits.bytes || own + bytes > this.#limits.bytesOfOne) {
      throw new KeptError('too_many_requests', 'More telemetry is waiting than is taken at once; send this again.', {
        details: { retry_after: retryAfterSeconds },
      })
    }
    this.#total += bytes
    this.#held.set(owner, own + bytes)
    let given = false
    return () => {
      if (given) return
      given = true
      this.#total -= bytes
      const left = (this.#held.get(owner) ?? 0) - bytes
      if (left > 0) this.#held.set(owner, left)
      else this.#held.delete(owner)
    }
  }

  /** In its turn; between two bodies others of this process get theirs. */
  run<T>(work: () => T | Promise<T>): Promise<T> {
    const turn = this.#last.then(() => new Promise<void>((resolve) => setImmediate(resolve))).then(work)
    this.#last = turn.catch(() => undefined)
    return turn
  }
}
