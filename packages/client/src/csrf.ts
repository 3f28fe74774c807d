/** The CSRF token of this page: fetched when first needed, shared by all who ask meanwhile, forgotten when it rebinds. */

import { errorText } from './error-text.ts'
import { ApiError } from './errors.ts'

export interface Csrf {
  token(): Promise<string>
  /** After signing in or out the session is another, and so is the token. */
  forget(): void
}

export function createCsrf(fetchToken: () => Promise<string | undefined>): Csrf {
  let cachedToken: Promise<string> | undefined
  return {
    token() {
      const tokenPromise = cachedToken ?? requestToken()
      cachedToken = tokenPromise
      return tokenPromise
    },
    forget() {
      cachedToken = undefined
    },
  }

  async function requestToken(): Promise<string> {
    try {
      const token = await fetchToken()
      if (token) return token
    } catch (error) {
      cachedToken = undefined
      // Without any answer the network is at fault, not the token; and a limit says itself when to try again.
      if (error instanceof ApiError && (error.status === 0 || error.status === 429)) throw error
    }
    cachedToken = undefined
    throw new ApiError(403, 'csrf_missing', errorText.csrfMissing)
  }
}
