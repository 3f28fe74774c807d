/**
 * The intake queue: bodies wait within a limit of bytes, in total and per organization, and are processed one after
 * another. Beyond the limit a sender is asked to retry, which every OpenTelemetry exporter does.
 */
import { KeptError } from '@kept/domain/errors.ts'

interface QueueLimits {
  bytes: number
  bytesOfOne: number
}

const queueLimits: QueueLimits = { bytes: 64 * 1024 ** 2, bytesOfOne: 24 * 1024 ** 2 }
const retryAfterSeconds = 5

export class IntakeQueue {
  readonly #limits: QueueLimits
  readonly #held = new Map<string, number>()
  #total = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(limits: QueueLimits = queueLimits) {
    this.#limits = limits
  }

  /** Reserves room for a body before it is read; `release` returns it. */
  reserve(owner: string, bytes: number): () => void {
    const ownerBytes = this.#held.get(owner) ?? 0
    if (this.#total + bytes > this.#limits.bytes || ownerBytes + bytes > this.#limits.bytesOfOne) {
      throw new KeptError('too_many_requests', 'Too much telemetry is waiting. Send this again later.', {
        details: { retry_after: retryAfterSeconds },
      })
    }
    this.#total += bytes
    this.#held.set(owner, ownerBytes + bytes)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      this.#total -= bytes
      const remaining = (this.#held.get(owner) ?? 0) - bytes
      if (remaining > 0) this.#held.set(owner, remaining)
      else this.#held.delete(owner)
    }
  }

  /** Processes in order, and yields to other work between two bodies. */
  run<T>(work: () => T | Promise<T>): Promise<T> {
    const task = this.#last.then(() => new Promise<void>((resolve) => setImmediate(resolve))).then(work)
    this.#last = task.catch(() => undefined)
    return task
  }
}
