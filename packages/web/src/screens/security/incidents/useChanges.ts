import { ApiError } from '@kept/client/errors.ts'
import { useState } from 'react'
import { changedFields, rebase } from './changed-fields.ts'

interface Opened<Fields> {
  fields: Fields
  version: string
}

interface ChangeOptions<Fields> {
  /** Sends the change, based on a version. */
  send(change: Partial<Fields>, version: string): Promise<unknown>
  /** What it is now, for the next attempt; undefined when it is gone. */
  read(): Promise<Opened<Fields> | undefined>
}

/**
 * Sends what a form changed since it was opened. Where someone else changed the same meanwhile, the server refuses: what
 * was typed stays, and the next attempt is about what it is now.
 */
export function useChanges<Fields extends object>(opened: Opened<Fields>, { send, read }: ChangeOptions<Fields>) {
  const [base, setBase] = useState(opened)
  return async (fields: Fields): Promise<void> => {
    const change = changedFields(base.fields, fields)
    if (Object.keys(change).length === 0) return
    try {
      await send(change, base.version)
    } catch (error) {
      const current = error instanceof ApiError && error.status === 409 ? await read() : undefined
      if (current) setBase({ fields: rebase(base.fields, current.fields, change), version: current.version })
      throw error
    }
  }
}
