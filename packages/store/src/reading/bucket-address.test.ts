import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findAwsCredentials } from './aws-credentials.ts'
import { parseBucket } from './bucket-address.ts'

const sql = async (url: string, environment = {}) => {
  const bucket = await parseBucket(url, environment)
  return [bucket.address, bucket.path, bucket.from('a/b.csv', 'CSVWithNames', 'x String', 'gzip')]
}
const keys = { AWS_ACCESS_KEY_ID: 'AK', AWS_SECRET_ACCESS_KEY: "S'K" }

it('reads s3:// with the region, keys and endpoint of the environment', async () => {
  expect(await sql('s3://bills/2024/', keys)).toEqual([
    's3://bills/',
    '2024/',
    `s3('https://bills.s3.amazonaws.com/a/b.csv', 'AK', 'S\\'K', 'CSVWithNames', 'x String', 'gzip')`,
  ])
  expect((await sql('s3://bills/x', { ...keys, AWS_SESSION_TOKEN: 'T', AWS_REGION: 'eu-west-1' }))[2]).toBe(
    `s3('https://bills.s3.eu-west-1.amazonaws.com/a/b.csv', 'AK', 'S\\'K', 'T', 'CSVWithNames', 'x String', 'gzip')`,
  )
  expect((await sql('s3://my.bills', { AWS_ENDPOINT_URL: 'http://minio:9000/' }))[2]).toBe(
    `s3('http://minio:9000/my.bills/a/b.csv', NOSIGN, 'CSVWithNames', 'x String', 'gzip')`,
  )
  expect((await sql('s3://my.bills', {}))[2]).toContain("'https://s3.amazonaws.com/my.bills/a/b.csv', NOSIGN")
})

it('reads gs:// with an HMAC key, and explains that it needs one when only a service account file exists', async () => {
  expect(await sql('gs://bills/2024', { GCS_HMAC_ACCESS_ID: 'GOOG', GCS_HMAC_SECRET: 'S' })).toEqual([
    'gs://bills/',
    '2024',
    `gcs('https://storage.googleapis.com/bills/a/b.csv', 'GOOG', 'S', 'CSVWithNames', 'x String', 'gzip')`,
  ])
  await expect(sql('gs://bills/2024', { GOOGLE_APPLICATION_CREDENTIALS: '/key.json' })).rejects.toThrow(
    /HMAC key.*GCS_HMAC_ACCESS_ID/,
  )
})

it('reads az:// by connection string, key or shared access signature, in all URL forms', async () => {
  expect((await sql('az://bills/x', { AZURE_STORAGE_CONNECTION_STRING: 'C;AccountName=a' }))[2]).toBe(
    `azureBlobStorage('C;AccountName=a', 'bills', 'a/b.csv', 'CSVWithNames', 'gzip', 'x String')`,
  )
  const account = { AZURE_STORAGE_ACCOUNT: 'acc', AZURE_STORAGE_KEY: 'K' }
  const expected = `azureBlobStorage('https://acc.blob.core.windows.net', 'bills', 'a/b.csv', 'acc', 'K', 'CSVWithNames', 'gzip', 'x String')`
  expect((await sql('az://bills/x', account))[2]).toBe(expected)
  expect(await sql('az://acc.blob.core.windows.net/bills/x/y', account)).toEqual(['az://bills/', 'x/y', expected])
  expect(await sql('abfss://bills@acc.dfs.core.windows.net/x', account)).toEqual(['az://bills/', 'x', expected])
  expect((await sql('az://bills/x', { AZURE_STORAGE_ACCOUNT: 'acc', AZURE_STORAGE_SAS_TOKEN: '?sv=1' }))[2]).toContain(
    `'BlobEndpoint=https://acc.blob.core.windows.net;SharedAccessSignature=sv=1', 'bills'`,
  )
  await expect(sql('az://bills/x')).rejects.toThrow(/needs a storage account; set AZURE_STORAGE_CONNECTION_STRING/)
})

it('finds AWS keys in the shared file by profile', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kept-keys-'))
  try {
    const file = join(folder, 'credentials')
    await writeFile(
      file,
      '[default]\naws_access_key_id = A\naws_secret_access_key=B\n\n[work]\naws_access_key_id=C\naws_secret_access_key = D=\naws_session_token=E\n',
    )
    const shared = { AWS_SHARED_CREDENTIALS_FILE: file }
    expect(await findAwsCredentials(shared)).toEqual({ accessKeyId: 'A', secretAccessKey: 'B' })
    expect(await findAwsCredentials({ ...shared, AWS_PROFILE: 'work' })).toEqual({
      accessKeyId: 'C',
      secretAccessKey: 'D=',
      sessionToken: 'E',
    })
    expect(await findAwsCredentials({ ...shared, AWS_PROFILE: 'none' })).toBeUndefined()
    expect(await findAwsCredentials({ HOME: folder })).toBeUndefined()
  } finally {
    await rm(folder, { recursive: true })
  }
})
