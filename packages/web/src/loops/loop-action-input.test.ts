import type { LoopActionResult } from '@kept/contract/routes/loops.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type LoopActionInput, loopActionInput } from './loop-action-input.ts'

const loopId = '11111111-1111-4111-8111-111111111111'
const dryRunId = '22222222-2222-4222-8222-222222222222'
const dryRun = { remediation_action: { id: dryRunId } } as unknown as LoopActionResult

afterEach(() => vi.unstubAllGlobals())

describe('loopActionInput', () => {
  it('names the dry run that is shown and the time of the undo', () => {
    expect(loopActionInput(loopId, dryRun, '15')).toEqual({
      id: loopId,
      dry_run_id: dryRunId,
      revert_after_minutes: 15,
    })
    expect(loopActionInput(loopId, dryRun, 'never')?.revert_after_minutes).toBeNull()
  })

  it('is undefined without a plan', () => {
    expect(loopActionInput(loopId, { remediation_action: null }, '60')).toBeUndefined()
  })

  it.each(['pause', 'stop'] as const)('reaches the %s route with the id of the dry run', async (action) => {
    const sent: { url: string; body: unknown }[] = []
    const location = { origin: 'https://kept.test' }
    vi.stubGlobal('location', location)
    vi.stubGlobal('window', { location })
    vi.stubGlobal('fetch', async (request: Request) => {
      const isWrite = request.method === 'POST'
      if (isWrite) sent.push({ url: request.url, body: await request.json() })
      return Response.json(isWrite ? { data: {} } : { csrfToken: 'token' })
    })
    const { api } = await import('../api/client.ts')
    await api.loops[action].call(loopActionInput(loopId, dryRun, '60') as LoopActionInput)
    expect(sent).toEqual([
      {
        url: `https://kept.test/v1/loops/${loopId}/${action}`,
        body: { dry_run_id: dryRunId, revert_after_minutes: 60 },
      },
    ])
  })
})
