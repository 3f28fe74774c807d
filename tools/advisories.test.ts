import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { lockedVersions, reportAdvisories } from './advisories.ts'

const locked = lockedVersions({
  packages: {
    '': { version: '0.1.0' },
    'packages/server': { version: '0.1.0' },
    'node_modules/@kept/server': { link: true },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b/node_modules/a': { version: '2.0.0' },
    'node_modules/@scope/c': { version: '3.0.0' },
  },
})

let servers: Server[] = []
afterEach(() => {
  for (const server of servers) server.close()
  servers = []
})

/** A server that answers every request so, and the bodies it was sent. */
async function answering(status: number, answer: unknown) {
  const bodies: { path: string | undefined; body: unknown }[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    bodies.push({ path: request.url, body: JSON.parse(text) })
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies }
}

describe('lockedVersions', () => {
  it('lists each library with every version that is installed, and nothing of our own', () => {
    expect([...locked]).toEqual([
      ['a', ['1.0.0', '2.0.0']],
      ['@scope/c', ['3.0.0']],
    ])
  })
})

describe('reportAdvisories', () => {
  it('fails with what the registry knows', async () => {
    const advisory = {
      severity: 'high',
      title: 'Reads too much',
      url: 'https://example.com/1',
      vulnerable_versions: '<2',
    }
    const registry = await answering(200, { a: [advisory] })
    const report = await reportAdvisories(locked, { registry: `${registry.url}/`, osv: 'http://127.0.0.1:1' })
    expect(report).toEqual({
      text: '1 known vulnerabilities:\nhigh  a  Reads too much  https://example.com/1',
      exitCode: 1,
    })
    expect(registry.bodies).toEqual([
      { path: '/-/npm/v1/security/advisories/bulk', body: { a: ['1.0.0', '2.0.0'], '@scope/c': ['3.0.0'] } },
    ])
  })

  it('asks osv.dev where the registry has no such endpoint', async () => {
    const registry = await answering(405, {})
    const osv = await answering(200, { results: [{}, { vulns: [{ id: 'GHSA-1' }] }, {}] })
    const report = await reportAdvisories(locked, { registry: registry.url, osv: osv.url })
    expect(report.exitCode).toBe(1)
    expect(report.text).toContain('a@2.0.0  GHSA-1')
  })

  it('says that nothing is known where neither answers', async () => {
    const registry = await answering(405, {})
    const report = await reportAdvisories(locked, { registry: registry.url, osv: 'http://127.0.0.1:1' })
    expect(report).toMatchObject({ exitCode: 3, text: expect.stringMatching(/is not known\.$/) })
  })

  it('is content with an empty answer', async () => {
    const registry = await answering(200, {})
    const report = await reportAdvisories(locked, { registry: registry.url, osv: 'http://127.0.0.1:1' })
    expect(report).toEqual({ text: 'None of the 2 locked libraries has a known vulnerability.', exitCode: 0 })
  })
})
