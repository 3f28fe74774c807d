import { expect, it } from 'vitest'
import { pause } from './pause.ts'

const long = 60_000

it('ends by itself', async () => {
  await expect(pause(1, undefined)).resolves.toBeUndefined()
})

it('ends with the reason of its signal, also when that was aborted before', async () => {
  const stop = new AbortController()
  const paused = pause(long, stop.signal)
  stop.abort(new Error('stopped'))
  await expect(paused).rejects.toThrow('stopped')
  await expect(pause(long, stop.signal)).rejects.toThrow('stopped')
})
