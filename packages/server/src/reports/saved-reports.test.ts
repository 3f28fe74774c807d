/** Saved reports over HTTP: the same figures on the screen and in every file, for those who may see them. */
import type { ReportDefinition } from '@kept/domain/report.ts'
import type { TableBlock } from '@kept/domain/report-document.ts'
import { add, sum } from '@kept/foundation/decimal.ts'
import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../testing/sign-in.ts'
import { textOfPdf } from '../testing/text-of-pdf.ts'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
beforeAll(async () => {
  kept = await openKept({}, { now: () => new Date('2024-04-10T09:00:00Z') })
  const services = ['Cache', 'Storage', 'Database', 'Network', 'Logs', 'Queues', '=Compute']
  const lines = Array.from({ length: 31 }, (_, day) => `2024-03-${String(day + 1).padStart(2, '0')}`).flatMap(
    (day, index) =>
      services.map((service, position) => {
        const cost = `${(index + 1) * (position + 1) * 37}.${String(333_337 * (position + 1)).slice(0, 7)}`
        return lineOn(day, { ServiceName: service, BilledCost: cost, EffectiveCost: cost, BillingCurrency: 'USD' })
      }),
  )
  await publishLines(kept.world, kept.world.scope, 'march', lines)
})
afterAll(() => kept.close())

const definition = (sections: ReportDefinition['sections'], name = 'March costs'): ReportDefinition => ({
  ...{ name, description: 'For the board', filters: [], currency: null, shared: true, sections },
  period: { kind: 'named', name: 'last_month' },
})
const byService: ReportDefinition['sections'][number] = {
  ...{ kind: 'costs', title: 'Costs by service', view: 'chart', measure: 'effective', group_by: ['service'] },
  ...{ grain: null, top: 4, compare: null, filters: [] },
}
const byDay: ReportDefinition['sections'][number] = { ...byService, title: 'Daily spend', group_by: [], grain: 'day' }

const fetchFile = (path: string, format: string, headers = kept.headers('own')) =>
  fetch(`${kept.url}${path}/export?format=${format}`, { headers })

describe('figures of a saved report', () => {
  it('are equal on the screen, in CSV, Excel, PDF and HTML, and add up to their total', async () => {
    const { data: report } = await kept.client.savedReports.create(definition([byService, byDay]))
    const { data: document } = await kept.client.savedReports.document({ id: report.id })
    expect([document.start_date, document.end_date]).toEqual(['2024-03-01', '2024-04-01'])
    const tables = document.blocks.filter((block): block is TableBlock => block.kind === 'table')
    expect(tables.map(({ rows }) => rows.length)).toEqual([5, 31])
    for (const { rows, totals } of tables)
      expect(add(sum(rows.map(({ value }) => value ?? '0')), '0')).toBe(add(totals[0]?.value ?? '', '0'))
    const figures = tables.flatMap(({ rows, totals }) => [...rows, ...totals].map(({ value }) => value ?? ''))

    const csv = await (await fetchFile(`/v1/saved-reports/${report.id}`, 'csv')).text()
    const cells = csv.split('\r\n').flatMap((line) => line.split(','))
    expect(figures.filter((figure) => !cells.includes(figure))).toEqual([])
    // A spreadsheet would run it.
    expect(cells).toContain("'=Compute")
    expect(cells).not.toContain('=Compute')

    const excel = Buffer.from(await (await fetchFile(`/v1/saved-reports/${report.id}`, 'excel')).arrayBuffer())
    const sheets = [await readSheet(excel, 'Costs by service'), await readSheet(excel, 'Daily spend')]
    const numbers = sheets.flatMap((rows) => rows.slice(1).map((row) => (row.at(-1) as number).toFixed(2)))
    expect(numbers).toEqual(figures)

    const pdf = textOfPdf(Buffer.from(await (await fetchFile(`/v1/saved-reports/${report.id}`, 'pdf')).arrayBuffer()))
    const pdfText = pdf.replaceAll(',', '')
    expect(figures.filter((figure) => !pdfText.includes(`$${figure}`))).toEqual([])

    const html = await (await fetchFile(`/v1/saved-reports/${report.id}`, 'html')).text()
    expect(figures.filter((figure) => !html.replaceAll(',', '').includes(`$${figure}<`))).toEqual([])
    expect(html).not.toContain('<script')
  })

  it('are those of the run in its files, whatever is billed later', async () => {
    const { data: report } = await kept.client.savedReports.create(definition([byDay], 'Kept figures'))
    const [run] = (await kept.client.savedReports.run({ id: report.id })).data
    expect(run).toMatchObject({ status: 'finished', occurrence_at: null, deliveries: [] })
    const before = await (await fetchFile(`/v1/saved-reports/${report.id}/runs/${run?.id}`, 'csv')).text()
    await publishLines(kept.world, kept.world.scope, 'late', [
      lineOn('2024-03-31', { BilledCost: '5', EffectiveCost: '5', BillingCurrency: 'USD' }),
    ])
    expect(await (await fetchFile(`/v1/saved-reports/${report.id}/runs/${run?.id}`, 'csv')).text()).toBe(before)
    expect(await (await fetchFile(`/v1/saved-reports/${report.id}`, 'csv')).text()).not.toBe(before)
  })

  it('escapes names from a bill in HTML', async () => {
    await publishLines(kept.world, kept.world.otherScope, 'markup', [
      lineOn('2024-03-02', { ServiceName: '<script>alert(1)</script>', EffectiveCost: '1', BillingCurrency: 'USD' }),
    ])
    const { data: report } = await kept.otherClient.savedReports.create(definition([byService], '<b>bold</b>'))
    const html = await (await fetchFile(`/v1/saved-reports/${report.id}`, 'html', kept.headers('other'))).text()
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(html).not.toMatch(/<script|<b>/)
  })

  it('are of every kind of section, and of every template', async () => {
    const { data: templates } = await kept.client.savedReports.templates({})
    expect(templates.map(({ id }) => id)).toEqual([
      'executive',
      'chargeback',
      'savings',
      'waste',
      'commitments',
      'budgets',
    ])
    for (const { definition } of templates) {
      const { data: document } = await kept.client.savedReports.preview(definition)
      expect(document.blocks.length, definition.name).toBeGreaterThanOrEqual(definition.sections.length)
    }
  })
})

describe('access to a saved report', () => {
  it('answers 404 to another organization, for every route', async () => {
    const { data: report } = await kept.client.savedReports.create(definition([byDay], 'Ours'))
    const [run] = (await kept.client.savedReports.run({ id: report.id })).data
    const { id } = report
    const other = kept.otherClient.savedReports
    const attempts = [
      () => other.document({ id }),
      () => other.change({ id, name: 'Theirs' }),
      () => other.remove({ id }),
      () => other.runs({ id }),
      () => other.run({ id }),
      () => other.sendRun({ id, run_id: run?.id ?? '' }),
      () => other.removeSchedule({ id }),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow('Report not found.')
    for (const path of [`/v1/saved-reports/${id}`, `/v1/saved-reports/${id}/runs/${run?.id}`])
      expect((await fetchFile(path, 'pdf', kept.headers('other'))).status).toBe(404)
    expect((await other.list({})).data.map(({ definition: { name } }) => name)).not.toContain('Ours')
  })

  it('shows a private report to its owner only, and lets only its owner or an admin change a shared one', async () => {
    const { organizationId } = kept.world.scope
    const [ana, ben] = [
      await signIn(kept.server.services, { organizationId, email: 'ana@example.com', full_name: 'Ana' }),
      await signIn(kept.server.services, { organizationId, email: 'ben@example.com', full_name: 'Ben' }),
    ]
    const request = (user: typeof ana, method: string, path: string, body?: object) =>
      fetch(`${kept.url}/v1/saved-reports${path}`, {
        method,
        headers: { ...user.bearer, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    const created = await request(ana, 'POST', '', { ...definition([byDay], 'Private'), shared: false })
    const { data: report } = (await created.json()) as { data: { id: string } }
    expect((await request(ben, 'GET', `/${report.id}/document`)).status).toBe(404)
    expect((await request(ana, 'PATCH', `/${report.id}`, { shared: true })).status).toBe(200)
    expect((await request(ben, 'GET', `/${report.id}/document`)).status).toBe(200)
    expect((await request(ben, 'PATCH', `/${report.id}`, { name: 'Mine' })).status).toBe(403)
  })
})

describe('exports', () => {
  const post = (body: object) =>
    fetch(`${kept.url}/v1/exports`, {
      method: 'POST',
      headers: { ...kept.headers('own'), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const list = {
    name: 'alert-rules',
    head: ['Name', 'Cost'],
    cells: [
      ['=1+1', '0.10'],
      ['b', null],
      ['c', '1200'],
    ],
  }

  it('refuse a format that is not known with the exact text', async () => {
    for (const format of ['docx', 'PDF', 'html']) {
      const answer = await post({ ...list, format })
      expect([answer.status, await answer.json()]).toMatchObject([400, { message: 'Unsupported export format' }])
    }
    const { data: report } = await kept.client.savedReports.create(definition([byDay], 'Formats'))
    const answer = await fetchFile(`/v1/saved-reports/${report.id}`, 'docx')
    expect([answer.status, await answer.json()]).toMatchObject([400, { message: 'Unsupported export format' }])
  })

  it('write a list as CSV, Excel and PDF without running its formulas', async () => {
    expect(await (await post({ ...list, format: 'csv' })).text()).toBe("Name,Cost\r\n'=1+1,0.10\r\nb,\r\nc,1200\r\n")
    const excel = await post({ ...list, format: 'excel' })
    expect(excel.headers.get('content-disposition')).toBe('attachment; filename="alert-rules-2024-04-10.xlsx"')
    expect(await readSheet(Buffer.from(await excel.arrayBuffer()))).toEqual([
      ['Name', 'Cost'],
      ['=1+1', 0.1],
      ['b', null],
      ['c', 1200],
    ])
    const pdf = textOfPdf(Buffer.from(await (await post({ ...list, format: 'pdf' })).arrayBuffer()))
    expect(pdf).toContain('Alert rules of Own')
    expect(pdf).toContain('0.10')
  })
})
