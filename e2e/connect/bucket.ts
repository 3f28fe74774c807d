/** The bucket of the journeys: a folder with an export and its manifest, and one that has files only. */

const bucket = 'acme-billing'
export const bucketFolder = `s3://${bucket}/exports/kept/`
/** Has a bill and no manifest. */
export const looseFolder = `s3://${bucket}/loose/`

const columns =
  'BilledCost,EffectiveCost,ContractedCost,ListCost,BillingCurrency,BillingAccountId,BillingPeriodStart,BillingPeriodEnd,ChargePeriodStart,ChargePeriodEnd,ChargeCategory,ProviderName,ServiceName,ResourceId'

/** A FOCUS bill of October 2026, one charge of $2 for each day, in the folders of AWS Data Exports. */
export function bucketObjects(): Map<string, Buffer> {
  const rows = Array.from({ length: 31 }, (_, index) => {
    const day = `2026-10-${String(index + 1).padStart(2, '0')}`
    return `2,2,2,2,USD,connected,2026-10-01T00:00:00Z,2026-11-01T00:00:00Z,${day}T00:00:00Z,${day}T01:00:00Z,Usage,Databricks,Jobs,job-1`
  })
  const bill = Buffer.from(`${[columns, ...rows].join('\n')}\n`)
  const [data, metadata] = ['data', 'metadata'].map((part) => `exports/kept/focus/${part}/BILLING_PERIOD=2026-10`)
  const manifest = { dataFiles: [`s3://${bucket}/${data}/focus-00001.csv`] }
  return new Map([
    [`${bucket}/${data}/focus-00001.csv`, bill],
    [`${bucket}/${metadata}/focus-Manifest.json`, Buffer.from(JSON.stringify(manifest))],
    [`${bucket}/loose/october.csv`, bill],
  ])
}
