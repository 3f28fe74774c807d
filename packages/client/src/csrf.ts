/** The CSRF token of this page: fetched when first needed, shared by all who ask meanwhile, forgotten when it rebinds. */

import { errorText } from './error-text.ts'
import { ApiError } from './errors.ts'

export interface Csrf {
  token(): Promise<string>
  /** After signing in or out the session is another, and so is the token. */
  forget(): void
}

export function createCsrf(ask: () => Promise<string | undefined>): Csrf {
  let held: Promise<string> | undefined
  return {
    token() {
      const asked = held ?? fetchOne()
      held = asked
      return asked
    },
    forget() {
      held = undefined
    },
  }

  async function fetchOne(): Promise<string> {
    try {
      const token = await ask()
      if (token) return token
    } catch (error) {
      held = undefined
      // Without any answer the network is at fault, not the token; and a limit says itself when to try again.
      if (error instanceof ApiError && (error.status === 0 || error.status === 429)) throw error
    }
    held = undefined
    throw new ApiError(403, 'csrf_missing', errorText.csrfMissing)
  }
}
