/** Idempotency as Stripe's API v1 does it: the first answer is kept, an error of the server too. */
import { FakeRefusal } from './fake-objects.ts'

export interface FakeAnswer {
  status: number
  body: string
}

export class FakeIdempotency {
  private readonly answers = new Map<string, { fingerprint: string; answer: FakeAnswer | null }>()

  /** The first answer of this key; null where the request is to be carried out, which `keep` must end. */
  claim(key: string, fingerprint: string): FakeAnswer | null {
    const stored = this.answers.get(key)
    if (!stored) {
      this.answers.set(key, { fingerprint, answer: null })
      return null
    }
    if (stored.fingerprint !== fingerprint)
      throw new FakeRefusal(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      })
    if (stored.answer === null)
      throw new FakeRefusal(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message: 'There is currently another in-progress request using this Idempotent Key.',
      })
    return stored.answer
  }

  keep(key: string, fingerprint: string, answer: FakeAnswer): void {
    this.answers.set(key, { fingerprint, answer })
  }

  /** For a request that was never begun: too many requests, or not reached. */
  release(key: string): void {
    if (this.answers.get(key)?.answer === null) this.answers.delete(key)
  }

  /** Stripe may forget keys after a day. */
  forgetAll(): void {
    this.answers.clear()
  }
}
