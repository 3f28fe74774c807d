/**
 * The CSRF token of this page: fetched when first needed, shared by concurrent callers, dropped when it is rejected.
 */

import { errorText } from './error-text.ts'
import { ApiError } from './errors.ts'

export interface Csrf {
  token(): Promise<string>
  /** Signing in or out starts another session with another token. */
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
      // Without a response the network failed, not the token; a rate limit has its own retry time.
      if (error instanceof ApiError && (error.status === 0 || error.status === 429)) throw error
    }
    cachedToken = undefined
    throw new ApiError(403, 'csrf_missing', errorText.csrfMissing)
  }
}
