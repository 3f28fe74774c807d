/**
 * Answers kept by what they were made of. Loads never change, so an answer of an organization, its current loads, the
 * day and the question holds until one of these is another; nothing is ever invalidated, only forgotten.
 */
import type { Scope } from '@kept/domain/scope.ts'

interface AnswerCacheLimits {
  maxBytes: number
  /** One organization's questions must not push out everybody else's answers. */
  maxBytesPerOrganization: number
}

const defaults: AnswerCacheLimits = { maxBytes: 32 * 1024 ** 2, maxBytesPerOrganization: 4 * 1024 ** 2 }

/** Kept as text: nobody who is given an answer can change that of the others, and its size is known. */
interface Entry {
  organization: string
  text: string
}

export class AnswerCache {
  readonly #limits: AnswerCacheLimits
  /** The one asked for last stands last. */
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
   * The answer to `question`, made by `make` unless it is here or being made. `readVersion` says what it is made of; an
   * answer during which that changed is given out and not kept. Answers are JSON.
   */
  async get<Answer>(
    { organizationId }: Scope,
    question: unknown,
    readVersion: () => Promise<unknown>,
    compute: () => Promise<Answer>,
  ): Promise<Answer> {
    const version = JSON.stringify(await readVersion())
    const key = JSON.stringify([organizationId, question, version])
    const cached = this.#entries.get(key)
    if (cached) {
      this.#entries.delete(key)
      this.#entries.set(key, cached)
      return JSON.parse(cached.text) as Answer
    }
    const making = this.#making.get(key) ?? this.#make(key, organizationId, version, readVersion, compute)
    this.#making.set(key, making)
    try {
      return JSON.parse(await making) as Answer
    } finally {
      this.#making.delete(key)
    }
  }

  async #make(
    key: string,
    organization: string,
    version: string,
    readVersion: () => Promise<unknown>,
    compute: () => Promise<unknown>,
  ): Promise<string> {
    const text = JSON.stringify(await compute())
    if (JSON.stringify(await readVersion()) === version) this.#keep(key, { organization, text })
    return text
  }

  #keep(key: string, entry: Entry): void {
    const { maxBytes, maxBytesPerOrganization } = this.#limits
    if (sizeOf(key, entry) > maxBytesPerOrganization) return
    this.#entries.set(key, entry)
    this.#count(entry.organization, sizeOf(key, entry))
    for (const [oldKey, old] of this.#entries) {
      const isOver = (this.#bytes.get(entry.organization) ?? 0) > maxBytesPerOrganization
      if (!isOver && this.#total <= maxBytes) return
      if (isOver && old.organization !== entry.organization) continue
      this.#entries.delete(oldKey)
      this.#count(old.organization, -sizeOf(oldKey, old))
    }
  }

  #count(organization: string, bytes: number): void {
    this.#total += bytes
    const organizationBytes = (this.#bytes.get(organization) ?? 0) + bytes
    if (organizationBytes === 0) this.#bytes.delete(organization)
    else this.#bytes.set(organization, organizationBytes)
  }
}

/** Two bytes a letter, as the engine may store them. */
function sizeOf(key: string, { text }: Entry): number {
  return 2 * (key.length + text.length)
}
