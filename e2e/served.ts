/** The Kept that a test file visits: each of the workers that run side by side has one of its own, with its own demo. */
import { inject } from 'vitest'

/** How many test files run at the same time. */
export const workers = 2

export interface ServedKept {
  url: string
  /** The folder of sent emails. */
  mail: string
  /** Where the sessions of its visitors are stored; see sessions.ts. */
  sessions: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    kepts: ServedKept[]
  }
}

export function servedKept(): ServedKept {
  const kepts = inject('kepts')
  const worker = Number(process.env.VITEST_POOL_ID)
  const kept = kepts[(worker - 1) % kepts.length]
  if (!kept) throw new Error(`There is no Kept for worker "${process.env.VITEST_POOL_ID}"; there are ${kepts.length}.`)
  return kept
}
