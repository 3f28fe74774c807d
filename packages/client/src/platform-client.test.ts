import { describe, expect, it } from 'vitest'
import { createPlatformClient } from './platform-client.ts'

/** A client whose requests receive the given responses in order. */
function clientWith(...answers: Response[]) {
  const requests: Request[] = []
  const client = createPlatformClient({
    baseUrl: 'https://kept.example.com/',
    token: 'kept_key',
    organization: 'acme',
    async fetch(request) {
      requests.push(request)
      const answer = answers[requests.length - 1]
      if (!answer) throw new Error('too many requests')
      return answer
    },
  })
  return { client, requests }
}

describe('createPlatformClient', () => {
  it('sends the token and the organization, and returns data, message and meta', async () => {
    const answer = { data: [{ id: '1' }], message: 'One user.', meta: { page: 1, page_size: 50, total: 1 } }
    const { client, requests } = clientWith(Response.json(answer))
    expect(await client.request('GET', '/v1/users?page=1')).toEqual(answer)
    expect(requests[0]?.url).toBe('https://kept.example.com/v1/users?page=1')
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer kept_key')
    expect(requests[0]?.headers.get('x-kept-organization')).toBe('acme')
  })

  it('sends a body as JSON', async () => {
    const { client, requests } = clientWith(Response.json({ data: {} }))
    await client.request('PATCH', '/v1/budgets/1', { amount: '100' })
    expect(requests[0]?.headers.get('content-type')).toBe('application/json')
    expect(await requests[0]?.json()).toEqual({ amount: '100' })
  })

  it.each([
    [{ detail: 'from detail', message: 'from message' }, 'from detail'],
    [{ message: 'from message', error: 'from error' }, 'from message'],
    [{ error: 'from error' }, 'from error'],
    [{}, 'HTTP 400'],
  ])('reads the message of %j', async (body, message) => {
    const { client } = clientWith(Response.json({ ...body, code: 'bad_input' }, { status: 400 }))
    await expect(client.request('GET', '/v1/me')).rejects.toMatchObject({ status: 400, code: 'bad_input', message })
  })

  it('calls a typed route', async () => {
    const { client, requests } = clientWith(Response.json({ data: [] }))
    expect(await client.api.budgets.list({})).toEqual({ data: [] })
    expect(requests[0]?.url).toMatch(/^https:\/\/kept\.example\.com\/v1\/budgets/)
  })
})

describe('connect', () => {
  it('subscribes with the token, and resumes after the last message', async () => {
    const opened: { address: URL; headers: Readonly<Record<string, string>>; sent: unknown[] }[] = []
    const messages: string[] = []
    const states: string[] = []
    let lose: (() => void) | undefined
    const client = createPlatformClient({
      baseUrl: 'https://kept.example.com',
      token: 'kept_key',
      openSocket(address, headers, events) {
        const socket = { address, headers, sent: [] as unknown[] }
        opened.push(socket)
        lose = () => events.onClose(1006)
        queueMicrotask(() => {
          events.onOpen()
          if (opened.length > 1) return
          events.onText(JSON.stringify({ type: 'subscribed', channel: 'alerts', seq: 4, complete: true }))
          events.onText(JSON.stringify({ type: 'cost_alert', seq: 5, payload: { title: 'Over budget' }, at: '' }))
        })
        return { send: (text) => socket.sent.push(JSON.parse(text)), close: () => undefined }
      },
    })
    const connection = client.connect({
      channels: ['alerts'],
      onMessage: ({ payload }) => messages.push(String(payload.title)),
      onState: (state) => states.push(state),
    })
    await expect.poll(() => messages).toEqual(['Over budget'])
    expect(opened[0]?.address.href).toBe('https://kept.example.com/ws')
    expect(opened[0]?.headers).toEqual({ authorization: 'Bearer kept_key' })
    expect(opened[0]?.sent).toEqual([{ type: 'subscribe', channel: 'alerts' }])
    expect(connection.snapshot().alerts).toHaveLength(1)
    lose?.()
    await expect
      .poll(() => opened[1]?.sent, { timeout: 10_000 })
      .toEqual([{ type: 'subscribe', channel: 'alerts', since: 5 }])
    connection.close()
    expect(states).toEqual(['connecting', 'connected', 'connecting', 'connected', 'disconnected'])
  })
})
