import { SyncFailure } from '@kept/domain/sync/failure.ts'

/** What is read once for all resources of an account, such as its locks, and let go of with the account. */
export interface AccountHolder {
  /** By account, what such values hang on: `release` deletes it. */
  accounts: Map<string, object>
}

/**
 * Reads at the first use in an account. That a permission is missing is kept, as the answer to all that ask for it;
 * another failure is not, so that the next use reads again.
 */
export function oncePerAccount<Session extends AccountHolder, Value>(
  read: (session: Session, accountId: string) => Promise<Value>,
): (session: Session, accountId: string) => Promise<Value> {
  const values = new WeakMap<object, Promise<Value>>()
  return (session, accountId) => {
    const account = session.accounts.get(accountId) ?? {}
    session.accounts.set(accountId, account)
    const existing = values.get(account)
    if (existing) return existing
    const value = read(session, accountId)
    values.set(account, value)
    value.catch((error: unknown) => {
      if (!(error instanceof SyncFailure && error.kind === 'denied')) values.delete(account)
    })
    return value
  }
}
