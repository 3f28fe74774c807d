/** What organizations have cached, within limits of bytes: the entry unused for longest is evicted first. */

export interface CacheLimits {
  maxBytes: number
  /** One organization's queries must not evict the entries of others. */
  maxBytesPerOrganization: number
}

const defaults: CacheLimits = { maxBytes: 32 * 1024 ** 2, maxBytesPerOrganization: 4 * 1024 ** 2 }

interface Entry<Value> {
  organization: string
  value: Value
  /** Of the value, without its key. */
  bytes: number
  /** Milliseconds since 1970. */
  expiresAt: number
}

export class BoundedEntries<Value> {
  readonly #limits: CacheLimits
  /** In the order of their last use. */
  readonly #entries = new Map<string, Entry<Value>>()
  readonly #bytes = new Map<string, number>()
  #total = 0

  constructor(limits: CacheLimits = defaults) {
    this.#limits = limits
  }

  get bytes(): number {
    return this.#total
  }

  /** The value under this key, unless it has expired. */
  get(key: string, now: number): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    if (entry.expiresAt <= now) {
      this.#evict(key, entry)
      return undefined
    }
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** Stores the value, unless it alone is larger than an organization's share. */
  store(key: string, entry: Entry<Value>): void {
    const { maxBytes, maxBytesPerOrganization } = this.#limits
    if (sizeOf(key, entry) > maxBytesPerOrganization) return
    const replaced = this.#entries.get(key)
    if (replaced) this.#evict(key, replaced)
    this.#entries.set(key, entry)
    this.#count(entry.organization, sizeOf(key, entry))
    for (const [oldKey, old] of this.#entries) {
      const isOver = (this.#bytes.get(entry.organization) ?? 0) > maxBytesPerOrganization
      if (!isOver && this.#total <= maxBytes) return
      if (isOver && old.organization !== entry.organization) continue
      this.#evict(oldKey, old)
    }
  }

  #evict(key: string, entry: Entry<Value>): void {
    this.#entries.delete(key)
    this.#count(entry.organization, -sizeOf(key, entry))
  }

  #count(organization: string, bytes: number): void {
    this.#total += bytes
    const organizationBytes = (this.#bytes.get(organization) ?? 0) + bytes
    if (organizationBytes === 0) this.#bytes.delete(organization)
    else this.#bytes.set(organization, organizationBytes)
  }
}

/** Two bytes per character of the key, as V8 may store them. */
function sizeOf(key: string, { bytes }: Pick<Entry<unknown>, 'bytes'>): number {
  return 2 * key.length + bytes
}
