import type { StorageObject } from '@kept/connectors/storage/client.ts'
import { readManifest } from '@kept/store/reading/manifests.ts'
import { describe, expect, it } from 'vitest'
import { listManifests } from './month-listing.ts'
import { planExports, type ReadManifest } from './plan-exports.ts'

function manifest(path: string, json: object): ReadManifest {
  const text = JSON.stringify(json)
  const read = readManifest(path, text)
  if (!read) throw new Error(`${path} is no manifest`)
  return { ...read, text }
}

const azure = (folder: string, submittedTime: string, blobName: string, name = 'daily') =>
  manifest(`${folder}/manifest.json`, {
    exportConfig: { exportName: name },
    runInfo: { submittedTime, startDate: '2026-01-01T00:00:00', endDate: '2026-01-31T00:00:00' },
    blobs: [{ blobName }],
  })

const object = (path: string, version = '1'): StorageObject => ({ path, bytes: 10, version })

describe('planExports', () => {
  it('follows the newest manifest of a month, in whatever order they are found', () => {
    const [older, newer] = [azure('e/1', '2026-01-02', 'e/1/a.csv'), azure('e/2', '2026-01-03', 'e/2/a.csv')]
    const objects = [object('e/1/a.csv'), object('e/2/a.csv'), object('e/2/another.csv')]
    for (const manifests of [
      [older, newer],
      [newer, older],
    ])
      expect(planExports('az://b/e/', manifests, objects)).toMatchObject([
        { month: '2026-01', exportName: 'daily', files: [{ path: 'e/2/a.csv' }], missing: [] },
      ])
  })

  it('is another execution when a file was written again under its name', () => {
    const manifests = [azure('e/1', '2026-01-02', 'e/1/a.csv')]
    const [first] = planExports('az://b/e/', manifests, [object('e/1/a.csv', 'etag-1')])
    const [second] = planExports('az://b/e/', manifests, [object('e/1/a.csv', 'etag-2')])
    expect(second?.execution).not.toBe(first?.execution)
  })

  it('names the files of an export that is half-written', () => {
    const [month] = planExports('az://b/e/', [azure('e/1', '2026-01-02', 'e/1/a.csv')], [])
    expect(month).toMatchObject({ files: [], missing: ['e/1/a.csv'] })
  })

  it('refuses two exports of one month', () => {
    const manifests = [azure('e/1', '2026-01-02', 'e/1/a.csv'), azure('f/1', '2026-01-02', 'f/1/a.csv', 'amortized')]
    expect(() => planExports('az://b/', manifests, [])).toThrow(
      'az://b/ contains two exports of 2026-01, amortized and daily, whose costs would count twice. Connect the folder of one of them.',
    )
  })

  it('refuses an export of several months', () => {
    const several = manifest('e/manifest.json', {
      exportConfig: { exportName: 'year' },
      runInfo: { submittedTime: '2026-01-02', startDate: '2025-01-01', endDate: '2025-12-31' },
      blobs: [{ blobName: 'e/a.csv' }],
    })
    expect(() => planExports('az://b/', [several], [])).toThrow('is not for one billing month')
  })

  it('reads AWS exports that are overwritten, and those that create new files', () => {
    const overwritten = manifest('p/focus/metadata/BILLING_PERIOD=2026-01/focus-Manifest.json', {
      dataFiles: ['s3://b/p/focus/data/BILLING_PERIOD=2026-01/focus-00001.csv.gz'],
    })
    const file = object('p/focus/data/BILLING_PERIOD=2026-01/focus-00001.csv.gz')
    expect(planExports('s3://b/p/', [overwritten], [file])).toMatchObject([
      { month: '2026-01', exportName: 'focus', files: [{ path: file.path }] },
    ])
    const execution = (time: string) =>
      manifest(`p/focus/metadata/BILLING_PERIOD=2026-01/${time}-8c1b/focus-Manifest.json`, {
        dataFiles: [`s3://b/p/focus/data/BILLING_PERIOD=2026-01/${time}-8c1b/focus-00001.csv.gz`],
      })
    const times = ['2026-01-03T04:05:06.007Z', '2026-01-02T04:05:06.007Z']
    const objects = times.map((time) => object(`p/focus/data/BILLING_PERIOD=2026-01/${time}-8c1b/focus-00001.csv.gz`))
    expect(planExports('s3://b/p/', times.map(execution), objects)[0]?.files[0]?.path).toContain(times[0])
  })
})

describe('listManifests', () => {
  const path = 'e/20250901-20250930/manifest.json'
  const now = new Date('2026-01-20T00:00:00Z')

  it('reads an old month again only when its manifest was written again', () => {
    const { listings } = listManifests([object(path, 'etag-1')], new Map(), now)
    expect(listManifests([object(path, 'etag-1')], listings, now)).toMatchObject({ manifests: [] })
    expect(listManifests([object(path, 'etag-2')], listings, now).manifests).toHaveLength(1)
  })

  it('reads a month again for two weeks after its end', () => {
    const december = object('e/20251201-20251231/manifest.json')
    const { listings } = listManifests([december], new Map(), now)
    expect(listManifests([december], listings, new Date('2026-01-14T00:00:00Z')).manifests).toHaveLength(1)
    expect(listManifests([december], listings, new Date('2026-01-16T00:00:00Z')).manifests).toHaveLength(0)
  })

  it('reads all where the storage does not say what changed', () => {
    const { listings } = listManifests([object(path, '')], new Map(), now)
    expect(listManifests([object(path, '')], listings, now).manifests).toHaveLength(1)
  })
})
