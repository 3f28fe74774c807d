/** Runs work concurrently, except while a task needs exclusive access. */
export class Gate {
  #inside = 0
  #closed: Promise<void> | undefined
  #whenEmpty: (() => void) | undefined

  async enter<Result>(work: () => Promise<Result>): Promise<Result> {
    while (this.#closed) await this.#closed
    this.#inside += 1
    try {
      return await work()
    } finally {
      this.#inside -= 1
      if (this.#inside === 0) this.#whenEmpty?.()
    }
  }

  /** Waits until all running work has ended; new work waits. One exclusive task at a time. */
  async runExclusive<Result>(work: () => Result): Promise<Result> {
    while (this.#closed) await this.#closed
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#closed = promise
    try {
      if (this.#inside > 0) await new Promise<void>((empty) => (this.#whenEmpty = empty))
      this.#whenEmpty = undefined
      return work()
    } finally {
      this.#closed = undefined
      resolve()
    }
  }
}
