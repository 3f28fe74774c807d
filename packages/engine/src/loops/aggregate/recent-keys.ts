/** A bounded memory of keys, the least recently used forgotten first. */
export class RecentKeys<Value> {
  readonly #entries = new Map<string, Value>()
  readonly #limit: number
  readonly #make: () => Value

  constructor(limit: number, create: () => Value) {
    this.#limit = limit
    this.#make = create
  }

  /** The value of a key, made on first sight; `fresh` tells which. */
  touch(key: string): { value: Value; isNew: boolean } {
    const existing = this.#entries.get(key)
    if (existing !== undefined) {
      this.#entries.delete(key)
      this.#entries.set(key, existing)
      return { value: existing, isNew: false }
    }
    if (this.#entries.size >= this.#limit) {
      const oldest = this.#entries.keys().next()
      if (!oldest.done) this.#entries.delete(oldest.value)
    }
    const value = this.#make()
    this.#entries.set(key, value)
    return { value, isNew: true }
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key)
  }
}
