/**
 * Answers cached by what they were computed from. Loads never change, so an answer of an organization, its current
 * loads, the day and the question holds until one of these changes; nothing is ever invalidated, only evicted. How long
 * an answer may be used is declared by its route.
 */
import type { Scope } from '@kept/domain/scope.ts'

interface AnswerCacheLimits {
  maxBytes: number
  /** One organization's queries must not evict the answers of others. */
  maxBytesPerOrganization: number
}

const defaults: AnswerCacheLimits = { maxBytes: 32 * 1024 ** 2, maxBytesPerOrganization: 4 * 1024 ** 2 }

/** Stored as text: a caller cannot change the answer of another one, and its size is known. */
interface Entry {
  organization: string
  text: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

export class AnswerCache {
  readonly #limits: AnswerCacheLimits
  /** In the order of their last use. */
  readonly #entries = new Map<string, Entry>()
  readonly #making = new Map<string, Promise<string>>()
  readonly #bytes = new Map<string, number>()
  #total = 0

  constructor(limits: AnswerCacheLimits = defaults) {
    this.#limits = limits
  }

  get bytes(): number {
    return this.#total
  }

  /**
   * The answer to `question`, computed unless it is cached or being computed. `readVersion` returns what it is computed
   * from; an answer during which that changed is returned and not cached. Answers are JSON.
   */
  async get<Answer>(
    { organizationId }: Scope,
    question: unknown,
    { now, expiresAt }: { now: number; expiresAt: number },
    readVersion: () => Promise<unknown>,
    compute: () => Promise<Answer>,
  ): Promise<Answer> {
    const version = JSON.stringify(await readVersion())
    const key = JSON.stringify([organizationId, question, version])
    const cached = this.#entries.get(key)
    if (cached && cached.expiresAt > now) {
      this.#entries.delete(key)
      this.#entries.set(key, cached)
      return JSON.parse(cached.text) as Answer
    }
    if (cached) this.#evict(key, cached)
    const making =
      this.#making.get(key) ?? this.#make(key, { organizationId, version, expiresAt }, readVersion, compute)
    this.#making.set(key, making)
    try {
      return JSON.parse(await making) as Answer
    } finally {
      this.#making.delete(key)
    }
  }

  async #make(
    key: string,
    {
      organizationId: organization,
      version,
      expiresAt,
    }: { organizationId: string; version: string; expiresAt: number },
    readVersion: () => Promise<unknown>,
    compute: () => Promise<unknown>,
  ): Promise<string> {
    const text = JSON.stringify(await compute())
    if (JSON.stringify(await readVersion()) === version) this.#store(key, { organization, text, expiresAt })
    return text
  }

  #store(key: string, entry: Entry): void {
    const { maxBytes, maxBytesPerOrganization } = this.#limits
    if (sizeOf(key, entry) > maxBytesPerOrganization) return
    this.#entries.set(key, entry)
    this.#count(entry.organization, sizeOf(key, entry))
    for (const [oldKey, old] of this.#entries) {
      const isOver = (this.#bytes.get(entry.organization) ?? 0) > maxBytesPerOrganization
      if (!isOver && this.#total <= maxBytes) return
      if (isOver && old.organization !== entry.organization) continue
      this.#evict(oldKey, old)
    }
  }

  #evict(key: string, entry: Entry): void {
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

/** Two bytes per character, as V8 may store them. */
function sizeOf(key: string, { text }: Entry): number {
  return 2 * (key.length + text.length)
}
