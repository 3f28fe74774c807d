/**
 * Answers cached by what they were computed from. Loads never change, so an answer of an organization, its current
 * loads, the day and the question holds until one of these changes; nothing is ever invalidated, only evicted. How long
 * an answer may be used is declared by its route.
 */
import type { Scope } from '@kept/domain/scope.ts'
import { BoundedEntries, type CacheLimits } from './bounded-entries.ts'

export class AnswerCache {
  /** Stored as text: a caller cannot change the answer of another one, and its size is known. */
  readonly #entries: BoundedEntries<string>
  readonly #making = new Map<string, Promise<string>>()

  constructor(limits?: CacheLimits) {
    this.#entries = new BoundedEntries(limits)
  }

  get bytes(): number {
    return this.#entries.bytes
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
    const cached = this.#entries.get(key, now)
    if (cached !== undefined) return JSON.parse(cached) as Answer
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
    if (JSON.stringify(await readVersion()) === version)
      // Two bytes per character, as V8 may store them.
      this.#entries.store(key, { organization, value: text, bytes: 2 * text.length, expiresAt })
    return text
  }
}
