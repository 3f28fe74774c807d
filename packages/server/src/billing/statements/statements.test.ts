/** A statement as a document and as a PDF, over HTTP. */
import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plantStatement } from '../../testing/plant-savings.ts'
import { textOfPdf } from '../../testing/text-of-pdf.ts'
import { openKept, type TestKept } from '../../testing.ts'
import { openIssuer } from '../testing/issue-one.ts'

let kept: TestKept
let id: string
let invoiceId: string
beforeAll(async () => {
  kept = await openKept()
  const issue = await openIssuer(kept)
  invoiceId = await issue(400n)
  const [statement] = (await kept.client.savings.statements({})).data
  id = statement?.id ?? ''
})
afterAll(() => kept.close())

const get = (path: string, organization: 'own' | 'other' = 'own') =>
  fetch(`${kept.url}/v1/savings/statements/${path}`, { headers: kept.headers(organization) })

describe('GET /v1/savings/statements/{id}/document', () => {
  it('says what the signed text says, with names and the invoice', async () => {
    const { data } = await kept.client.statements.document({ id })
    expect(data).toMatchObject({
      ...{ id, kind: 'final', verified: '400', fee: '100', customer_net: '300', organization_name: 'Own' },
      invoice: { id: invoiceId, number: expect.stringMatching(/^KPT-\d{4}-0001$/) },
      actions: [{ verified: '400', fee: '100', resource_count: 1 }],
    })
  })

  it('says that it cannot show a text that another version wrote', async () => {
    const planted = await plantStatement(kept.world.database, kept.world.scope)
    for (const path of ['document', 'pdf']) {
      const response = await get(`${planted}/${path}`)
      expect(response.status).toBe(409)
      expect(await response.text()).toContain('Download the signed text instead.')
    }
  })

  it('answers another organization as if it did not exist', async () => {
    await expect(kept.otherClient.statements.document({ id })).rejects.toThrow('Statement not found.')
    for (const path of [`${id}/document`, `${id}/pdf`, 'nonsense/pdf'])
      expect((await get(path, 'other')).status, path).toBeGreaterThanOrEqual(400)
    expect((await get(`${id}/pdf`, 'other')).status).toBe(404)
  })
})

describe('GET /v1/savings/statements/{id}/pdf', () => {
  it('shows the amounts and carries the signed text byte for byte', async () => {
    const response = await get(`${id}/pdf`)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    const pdf = Buffer.from(await response.arrayBuffer())
    const text = textOfPdf(pdf)
    for (const part of ['Savings statement', '$400.00', '$300.00', '$100.00', 'Every action'])
      expect(text).toContain(part)
    const { data } = await kept.client.statements.document({ id })
    expect(text).toContain(data.head_hash)
    const signed = await (await get(id)).text()
    const attached = [...pdf.toString('latin1').matchAll(/EmbeddedFile.*?stream\r?\n(.*?)\nendstream/gs)]
    expect(attached.map(([, bytes = '']) => inflateSync(Buffer.from(bytes, 'latin1')).toString())).toEqual([signed])
  })
})
