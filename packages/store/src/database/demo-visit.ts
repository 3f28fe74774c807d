/**
 * The demo visit of the current request. Its transactions set it in the database, whose policies show a
 * visit its own rows and record what it changes: see `baseline/demo.ts`.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

const currentVisit = new AsyncLocalStorage<string>()

export function runInDemoVisit<T>(visitId: string, work: () => T): T {
  return currentVisit.run(visitId, work)
}

export function currentDemoVisit(): string | undefined {
  return currentVisit.getStore()
}
