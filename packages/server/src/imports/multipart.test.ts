/** Files sent as forms, as curl -F and every HTML form send them. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openKept, type TestKept } from '../testing.ts'
import { finished } from './testing/deliver.ts'
import { smallBill } from './testing/small-bill.ts'

let kept: TestKept
let folder: string
beforeAll(async () => {
  kept = await openKept({ KEPT_UPLOAD_LIMIT_MB: '1' })
  folder = mkdtempSync(join(tmpdir(), 'kept-form-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await kept.close()
})

const bill = smallBill([{ billed: '1.25' }, { billed: '2' }])

interface Answer {
  status: number
  data?: { id: string; name: string; bytes: number }
  message?: string
}

async function send(form: FormData, path = '/v1/uploads'): Promise<Answer> {
  const response = await fetch(`${kept.url}${path}`, { method: 'POST', headers: kept.headers('own'), body: form })
  return { status: response.status, ...((await response.json()) as object) }
}

function formWith(...files: [name: string, content: string][]): FormData {
  const form = new FormData()
  form.append('note', 'a field before the file is skipped')
  for (const [name, content] of files) form.append('file', new Blob([content]), name)
  return form
}

describe('an upload as a form', () => {
  it('by curl is a bill like any other', async () => {
    const path = join(folder, 'curl bill.csv')
    writeFileSync(path, bill)
    const headers = Object.entries(kept.headers('own')).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
    const { stdout } = await promisify(execFile)('curl', [
      '-s',
      ...headers,
      '-F',
      `file=@${path}`,
      `${kept.url}/v1/uploads`,
    ])
    const { data } = JSON.parse(stdout) as Answer
    expect(data).toMatchObject({ name: 'curl bill.csv', bytes: bill.length })
    const { data: started } = await kept.client.imports.create({ uploads: [data?.id ?? ''] })
    expect(await finished(kept.client, started.id)).toMatchObject({ status: 'done', progress: { rows_read: 2 } })
  })

  it('arrives completely at any size, and takes its name from the URL if given', async () => {
    const large = 'x'.repeat(1024 * 1024 - 1)
    expect(await send(formWith(['a.csv', large]), '/v1/uploads?name=b.csv')).toMatchObject({
      status: 200,
      data: { name: 'b.csv', bytes: large.length },
    })
  })

  it.each<[string, () => FormData, number, string]>([
    ['a file above the limit', () => formWith(['a.csv', 'x'.repeat(1024 * 1024 + 1)]), 413, 'larger than 1 MB'],
    ['two files', () => formWith(['a.csv', bill], ['b.csv', bill]), 400, 'more than one file'],
    ['no file', () => formWith(), 400, 'no file. Send it as a form field'],
    ['an empty file', () => formWith(['a.csv', '']), 400, '"a.csv" is empty'],
  ])('rejects %s in one sentence and leaves nothing', async (_, form, status, message) => {
    const before = readdirSync(kept.server.services.folder.uploads)
    expect(await send(form())).toMatchObject({ status, message: expect.stringContaining(message) })
    expect(readdirSync(kept.server.services.folder.uploads)).toEqual(before)
  })

  it.each([
    ['a form without a boundary', 'multipart/form-data', bill, 'no boundary'],
    ['another kind of multipart', 'multipart/mixed; boundary=x', bill, 'multipart type is not supported'],
    [
      'a form that is cut off',
      'multipart/form-data; boundary=x',
      `--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${bill}`,
      'damaged or incomplete',
    ],
  ])('refuses %s', async (_, type, body, message) => {
    const before = readdirSync(kept.server.services.folder.uploads)
    const response = await fetch(`${kept.url}/v1/uploads`, {
      method: 'POST',
      headers: { ...kept.headers('own'), 'content-type': type },
      body,
    })
    expect([response.status, ((await response.json()) as Answer).message]).toEqual([
      400,
      expect.stringContaining(message),
    ])
    expect(readdirSync(kept.server.services.folder.uploads)).toEqual(before)
  })

  it('of a sender that disconnects leaves nothing', async () => {
    const before = readdirSync(kept.server.services.folder.uploads)
    const { hostname, port } = new URL(kept.url)
    const socket = connect(Number(port), hostname)
    const headers = Object.entries(kept.headers('own')).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(
      `POST /v1/uploads HTTP/1.1\r\nhost: ${hostname}\r\n${headers.join('')}content-type: multipart/form-data; boundary=x\r\ncontent-length: 9999\r\n\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nabc`,
    )
    await new Promise((resolve) => setTimeout(resolve, 300))
    socket.destroy()
    await expect.poll(() => readdirSync(kept.server.services.folder.uploads)).toEqual(before)
    expect((await fetch(`${kept.url}/health`)).ok).toBe(true)
  })
})

describe('other files as forms', () => {
  it.each([
    ['/v1/developer-behavior/events/import', 'user_id,environment_id,event_type,timestamp\n'],
    ['/v1/resources/inventory/import', 'provider,resource_id,resource_type\nAWS,i-1,ec2:instance\n'],
    ['/v1/metrics/import', 'no,metric\n1,2\n'],
  ])('%s responds to a form like to the file', async (path, content) => {
    const direct = await fetch(`${kept.url}${path}?name=a.csv`, {
      method: 'POST',
      headers: kept.headers('own'),
      body: content,
    })
    const [status, expected] = [direct.status, await direct.text()]
    const response = await fetch(`${kept.url}${path}`, {
      method: 'POST',
      headers: kept.headers('own'),
      body: formWith(['a.csv', content]),
    })
    const clean = (answer: string) => answer.replace(/"request_id":"[^"]*"/, '').replace(/[0-9a-f-]{36}/g, '')
    expect([response.status, clean(await response.text())]).toEqual([status, clean(expected)])
  })
})
