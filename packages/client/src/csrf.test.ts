import { describe, expect, it } from 'vitest'
import { createCsrf } from './csrf.ts'
import { errorText } from './error-text.ts'
import { ApiError, networkError } from './errors.ts'

const failing = (error: Error) =>
  createCsrf(async () => {
    throw error
  }).token()

describe('createCsrf', () => {
  it.each([500, 403, 502])('reports the missing token when the server responds with %i', async (status) => {
    await expect(failing(new ApiError(status, `HTTP_${status}`, `HTTP ${status}`))).rejects.toMatchObject({
      message: errorText.csrfMissing,
    })
  })

  it('passes on network errors and rate limits unchanged', async () => {
    await expect(failing(networkError())).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
    await expect(failing(new ApiError(429, 'too_many', 'Slow down.'))).rejects.toMatchObject({ status: 429 })
  })

  it('requests again after a failure, once for all concurrent callers', async () => {
    let requestCount = 0
    const csrf = createCsrf(async () => {
      requestCount += 1
      if (requestCount === 1) throw networkError()
      return 'token'
    })
    await expect(csrf.token()).rejects.toThrow()
    expect(await Promise.all([csrf.token(), csrf.token()])).toEqual(['token', 'token'])
    expect(requestCount).toBe(2)
  })
})
