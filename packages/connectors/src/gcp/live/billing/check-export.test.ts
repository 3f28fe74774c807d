/** What a check says of a billing export in BigQuery: what is missing, and what to do. */
import { depsOf } from '@kept/domain/sync/testing/small-cloud.ts'
import { describe, expect, it } from 'vitest'
import { openGcpCloud } from '../cloud.ts'
import { exportName, openExport, standard } from '../testing/open-billing-export.ts'
import { standardFields } from '../testing/small-bigquery.ts'
import { failed, type SmallBigQuery } from '../testing/small-bigquery-shape.ts'
import { smallBill } from '../testing/small-bills.ts'
import { answerGoogle, createSmallGoogle, refusal, serviceAccountKey } from '../testing/small-google.ts'

const march = smallBill({ month: '2026-03', cost: '1.25' })

describe('a check of the billing export', () => {
  const check = async (opened: ReturnType<typeof openExport>) => {
    const { capabilities, error } = await opened.cloud.check(async () => undefined)
    return { capability: capabilities.find(({ dataset }) => dataset === 'exports'), error }
  }

  it('ticks without a query that costs anything', async () => {
    const opened = openExport({ [exportName]: standard(march) })
    expect(await check(opened)).toMatchObject({ capability: { state: 'complete', missing: [] }, error: '' })
    expect(opened.cloud.chargedNanos()).toBe(0)
    expect(opened.bigQuery.jobs.size).toBe(0)
  })

  it.each(['bigquery.jobs.create', 'bigquery.tables.list', 'bigquery.tables.get', 'bigquery.tables.getData'])(
    'names %s when it is missing',
    async (missing) => {
      const opened = openExport({ [exportName]: standard(march) }, { isDenied: (permission) => permission === missing })
      const { capability } = await check(opened)
      expect(capability).toMatchObject({ state: 'missing', missing: [missing] })
      expect(capability?.statement).toContain(`- ${missing}`)
      expect(capability?.reason).toMatch(/^The service account may not/)
    },
  )

  it.each<[string, Parameters<typeof openExport>[1] & { datasets?: SmallBigQuery['datasets'] }, RegExp]>([
    [
      'the dataset does not exist',
      { billingExport: 'shop-billing.nothing' },
      /^BigQuery has no dataset shop-billing:nothing\. Enter the dataset that the page "Billing export" of Google Cloud names\.$/,
    ],
    [
      'the table does not exist',
      { billingExport: `${exportName}.nothing` },
      /^BigQuery has no table shop-billing:billing\.nothing\./,
    ],
    [
      'there is no export yet',
      { datasets: { [exportName]: {} } },
      /^The dataset shop-billing\.billing has no billing export yet\./,
    ],
    [
      'the table is another one',
      { billingExport: `${exportName}.prices`, datasets: { [exportName]: { prices: { fields: ['sku'], rows: [] } } } },
      /^shop-billing\.billing\.prices is not a standard or detailed billing export: it has no column billing_account_id\./,
    ],
    [
      'the dataset moved to another location',
      {
        fault: ({ body }) =>
          body.includes('COUNT(*)')
            ? failed(404, 'notFound', 'Not found: Dataset shop-billing:billing was not found in location EU')
            : undefined,
      },
      /^BigQuery has no dataset shop-billing:billing in the location EU\./,
    ],
    [
      'BigQuery is not enabled',
      {
        fault: ({ url }) =>
          url.pathname.includes('bigquery') || url.host.startsWith('bigquery')
            ? refusal('SERVICE_DISABLED', 'BigQuery API has not been used in project shop before or it is disabled.', {
                service: 'bigquery.googleapis.com',
                consumer: 'projects/shop-production',
              })
            : undefined,
      },
      /^bigquery\.googleapis\.com is not enabled in the project shop-production\. Run: gcloud services enable/,
    ],
  ])('says what to do when %s', async (_, { datasets = { [exportName]: standard(march) }, ...options }, sentence) => {
    const { capability, error } = await check(openExport(datasets, options))
    expect(error).toMatch(sentence)
    expect(capability).toMatchObject({ state: 'missing', missing: [] })
  })

  it('names the dataset behind a view that may not be read', async () => {
    const denied =
      'Access Denied: View shop-billing:billing.bills: User does not have permission to query table or view shop-raw:raw.bills, or perhaps it does not exist.'
    const view = { fields: standardFields, rows: [march], isView: true }
    const opened = openExport(
      { [exportName]: { bills: view } },
      {
        billingExport: `${exportName}.bills`,
        fault: ({ body }) => (body.includes('COUNT(*)') ? failed(403, 'accessDenied', denied) : undefined),
      },
    )
    const { capability } = await check(opened)
    expect(capability).toMatchObject({ missing: ['bigquery.tables.getData'] })
    expect(capability?.reason).toContain('authorize the view there')
  })

  it('is not made without a billing export', async () => {
    const cloud = openGcpCloud({ key: serviceAccountKey, projects: [] }, depsOf(answerGoogle(createSmallGoogle())))
    expect(cloud.costReports).toBeUndefined()
    const { capabilities } = await cloud.check(async () => undefined)
    expect(capabilities.some(({ dataset }) => dataset === 'exports')).toBe(false)
  })
})
